// What the policy would say of each step, before anything runs.

import { useEffect, useState } from "react";
import { type ApiError, send } from "../../api/client";
import type { Forecasts, SopDocument, StepForecast } from "../../api/types";
import { asApiError } from "../../api/use";
import { Icon } from "../../ui/Icon";
import { Failure, Note, Status } from "../../ui/parts";
import { lookOfDecision } from "../../ui/status";
import { counted } from "../../ui/words";

const MODES = ["permissive", "standard", "strict", "paranoid"];

export interface Asked {
  on: boolean;
  /** A mode for the session, as `--policy` takes it; empty for what holds without a wish. */
  mode: string;
}

export interface Foretold {
  forecasts: Forecasts | null;
  error: ApiError | null;
  of: (node: string) => StepForecast | null;
}

/** The forecasts of a document as it is edited; a moment after each change. */
export function useForecast(name: string, document: SopDocument, asked: Asked): Foretold {
  const [forecasts, setForecasts] = useState<Forecasts | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    if (!asked.on) {
      setForecasts(null);
      return;
    }
    let here = true;
    const timer = setTimeout(() => {
      const mode = asked.mode ? `?mode=${asked.mode}` : "";
      send<Forecasts>("POST", `/api/console/sops/${encodeURIComponent(name)}/forecast${mode}`, { document }).then(
        (found) => here && (setForecasts(found), setError(null)),
        (failed: unknown) => here && setError(asApiError(failed)),
      );
    }, 250);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [name, document, asked.on, asked.mode]);
  return { forecasts, error, of: (node) => forecasts?.steps.find((step) => step.node === node) ?? null };
}

export function ForecastBar({ asked, foretold, onAsked }: { asked: Asked; foretold: Foretold; onAsked: (asked: Asked) => void }) {
  const steps = foretold.forecasts?.steps ?? [];
  const count = (decision: string) => steps.filter((step) => step.decision === decision).length;
  return (
    <div className="stack tight">
      <div className="row tight">
        <button className="button" aria-pressed={asked.on} onClick={() => onAsked({ ...asked, on: !asked.on })}>
          <Icon name="shield" /> What would the policy say?
        </button>
        {asked.on ? (
          <label>
            <span className="hidden">Mode of the session</span>
            <select className="select" value={asked.mode} onChange={(event) => onAsked({ ...asked, mode: event.target.value })}>
              <option value="">the policy in force{foretold.forecasts && !asked.mode ? ` (${foretold.forecasts.mode})` : ""}</option>
              {MODES.map((mode) => (
                <option key={mode}>{mode}</option>
              ))}
            </select>
          </label>
        ) : null}
        {asked.on && foretold.forecasts ? (
          <span className="small soft" aria-live="polite">
            {counted(count("ask"), "step")} asked for, {counted(count("block"), "step")} blocked, {counted(count("allow"), "step")} allowed
          </span>
        ) : null}
      </div>
      {asked.on && foretold.error ? <Failure error={foretold.error} /> : null}
      {asked.on
        ? foretold.forecasts?.notes.map((note) => (
            <Note key={note} tone="warn">
              {note}
            </Note>
          ))
        : null}
    </div>
  );
}

export function ForecastNote({ forecast }: { forecast: StepForecast }) {
  const look = lookOfDecision(forecast.decision);
  return (
    <div className={`note tone-${look.tone} small`}>
      <p>
        <Status look={look} />: {forecast.reason}
      </p>
      <p className="soft">
        {forecast.rule}, from {forecast.source} · risk {forecast.risk}
        {forecast.factors.length ? ` (${forecast.factors.join("; ")})` : ""}
        {forecast.decision === "allow" && forecast.if_healed !== "allow" ? ` · ${lookOfDecision(forecast.if_healed).words.toLowerCase()}, if its element is not found for sure` : ""}
      </p>
    </div>
  );
}
