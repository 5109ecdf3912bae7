import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { takeTokenFromAddress } from "./api/client";
import { App } from "./shell/App";
import { applyTheme } from "./shell/theme";
import "@xyflow/react/dist/style.css";
import "./style/index.css";

takeTokenFromAddress();
applyTheme();
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
