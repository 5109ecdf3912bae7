// Keeping a procedure with its values under a name, and having it start by the clock.

import { type FormEvent, useEffect, useState } from "react";
import { send } from "../../api/client";
import { useDeed } from "../../api/deed";
import type { Foreseen, SopPageData, TemplateBody } from "../../api/types";
import { go } from "../../router";
import { Dialog, Failure, Field } from "../../ui/parts";
import { SelectField } from "../../ui/Select";
import { soon } from "../../ui/words";
import { InputField } from "./RunDialog";

const RHYTHMS: { cron: string; words: string }[] = [
  { cron: "", words: "Only when somebody starts it" },
  { cron: "0 9 * * 1-5", words: "On weekdays at 09:00" },
  { cron: "0 * * * *", words: "Every hour" },
  { cron: "0 7 * * *", words: "Every day at 07:00" },
  { cron: "0 8 * * 1", words: "On Mondays at 08:00" },
  { cron: "0 6 1 * *", words: "On the first of the month at 06:00" },
];

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

export function ScheduleDialog({ page, onClose }: { page: SopPageData; onClose: () => void }) {
  const [name, setName] = useState(page.name);
  const [given, setGiven] = useState<Record<string, string>>({});
  const [cron, setCron] = useState("0 9 * * 1-5");
  const [timezone, setTimezone] = useState(ZONE);
  const [waiting, setWaiting] = useState<"skip" | "queue">("skip");
  const foreseen = useForeseen(cron, timezone);
  const deed = useDeed();
  const keep = (event: FormEvent) => {
    event.preventDefault();
    const body: TemplateBody = { sop: page.name, given, schedules: cron ? [{ cron, timezone, if_waiting: waiting }] : [] };
    void deed.run(async () => {
      await send("PUT", `/api/console/templates/${encodeURIComponent(name)}`, body);
      go({ page: "schedules", tab: cron ? "" : "templates" });
    });
  };
  return (
    <Dialog title={`Schedule “${page.document.meta.title}”`} onClose={onClose}>
      <form className="stack" onSubmit={keep}>
        {deed.error ? <Failure error={deed.error} /> : null}
        <Field label="Name of the template" hint="Small letters, digits, - and _. A template with the same name is replaced.">
          {(ids) => <input {...ids} className="input" required pattern="[a-z0-9][a-z0-9_\-]*" value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label="When">
          {(ids) => (
            <select {...ids} className="select" value={RHYTHMS.some((each) => each.cron === cron) ? cron : "own"} onChange={(event) => setCron(event.target.value === "own" ? "30 8 * * *" : event.target.value)}>
              {RHYTHMS.map((each) => (
                <option key={each.cron} value={each.cron}>
                  {each.words}
                </option>
              ))}
              <option value="own">Otherwise…</option>
            </select>
          )}
        </Field>
        {cron ? (
          <div className="fields">
            <Field label="Schedule (cron)" hint="Minute, hour, day, month, weekday" fault={foreseen?.error ?? undefined}>
              {(ids) => <input {...ids} className="input mono" required value={cron} onChange={(event) => setCron(event.target.value)} />}
            </Field>
            <Field label="Time zone">
              {(ids) => <input {...ids} className="input" required value={timezone} onChange={(event) => setTimezone(event.target.value)} />}
            </Field>
          </div>
        ) : null}
        {cron ? (
          <SelectField
            label="If the start before still waits for a worker"
            value={waiting}
            choices={[["skip", "Skip this one"], ["queue", "Queue this one, too"]]}
            onPick={(value) => setWaiting(value === "queue" ? "queue" : "skip")}
          />
        ) : null}
        {cron && foreseen?.next.length ? <p className="soft small">It starts {foreseen.next.slice(0, 3).map((moment) => soon(moment)).join(", then ")}.</p> : null}
        {page.inputs.map((input) => (
          <InputField key={input.name} input={input} value={given[input.name]} onValue={(value) => setGiven({ ...given, [input.name]: value })} />
        ))}
        <div className="actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button className="button primary" disabled={deed.busy || Boolean(cron && foreseen?.error)}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function useForeseen(cron: string, timezone: string): Foreseen | null {
  const [foreseen, setForeseen] = useState<Foreseen | null>(null);
  useEffect(() => {
    if (!cron) return;
    let here = true;
    const timer = setTimeout(() => {
      send<Foreseen>("POST", "/api/console/schedules/foresee", { cron, timezone }).then(
        (found) => here && setForeseen(found),
        () => here && setForeseen(null),
      );
    }, 250);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [cron, timezone]);
  return foreseen;
}
