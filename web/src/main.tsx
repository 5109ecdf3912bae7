import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { enterByAddress } from "./api/client";
import { App } from "./App";
import { applyTheme } from "./shell/theme";
import "@xyflow/react/dist/style.css";
import "./style/index.css";

applyTheme();
void enterByAddress().then(() =>
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
