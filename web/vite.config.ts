import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Relative addresses, so that the console also works behind a path of a proxy. The names of the built files
// carry no hash: they are in the repository, and a change should read as one.
export default defineConfig({
  base: "./",
  plugins: [react()],
  build: {
    outDir: "../src/handrail/console/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rollupOptions: {
      output: {
        entryFileNames: "assets/console.js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8750", ws: true } } },
  // How long a test takes says how busy the machine is.
  test: { environment: "node", include: ["src/**/*.test.ts"], testTimeout: 60_000 },
});
