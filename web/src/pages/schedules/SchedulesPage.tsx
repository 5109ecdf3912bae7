// What starts by the clock, and what is kept to be started by name.

import { useState } from "react";
import { send } from "../../api/client";
import { useDeed } from "../../api/deed";
import type { SchedulePage, Started, TemplateView } from "../../api/types";
import { useGet } from "../../api/use";
import { address, go } from "../../router";
import { useMay } from "../../shell/me";
import { Icon } from "../../ui/Icon";
import { Confirm, Empty, Failure, Framed, Page, Tabs } from "../../ui/parts";
import { moment, soon } from "../../ui/words";

export function SchedulesPage({ tab }: { tab: string }) {
  const current = tab === "templates" || tab === "past" ? tab : "next";
  const tabs = [
    { id: "next", words: "Upcoming" },
    { id: "templates", words: "Templates" },
    { id: "past", words: "Past starts" },
  ];
  return (
    <Page title="Schedules" about="A template is a procedure with its values preset. With a schedule, it starts by itself.">
      <Tabs label="Schedules" tabs={tabs} current={current} onPick={(id) => go({ page: "schedules", tab: id === "next" ? "" : id })} />
      <div role="tabpanel" aria-labelledby={`tab-${current}`}>
        {current === "templates" ? <TemplatesPanel /> : <ClockPanel past={current === "past"} />}
      </div>
    </Page>
  );
}

function ClockPanel({ past }: { past: boolean }) {
  const page = useGet<SchedulePage>("/api/console/schedules", 10_000);
  if (page.error && !page.data) return <Failure error={page.error} again={page.reload} />;
  if (!page.data) return <div aria-busy="true" />;
  if (past) return <Past page={page.data} />;
  if (!page.data.templates.length) {
    return (
      <Empty icon="calendar" title="Nothing is scheduled">
        Open a procedure in the <a href="#/library">library</a> and choose <b>Schedule</b>.
      </Empty>
    );
  }
  return (
    <ul className="shelf">
      {page.data.templates.map((template) => (
        <TemplateCard key={template.name} template={template} onChanged={page.reload} />
      ))}
    </ul>
  );
}

function Past({ page }: { page: SchedulePage }) {
  if (!page.past.length) {
    return (
      <Empty icon="clock" title="Nothing was due so far">
        Every moment at which a schedule was due stands here, with the session that it started, or why none was.
      </Empty>
    );
  }
  return (
    <Framed label="Schedules">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Due</th>
            <th scope="col">Template</th>
            <th scope="col">Session</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {page.past.map((start) => (
            <tr key={`${start.template} ${start.due}`}>
              <td className="num">{moment(start.due)}</td>
              <td>{start.template}</td>
              <td>{start.session ? <a href={address({ page: "session", session: start.session, tab: "" })}>{start.session}</a> : <span className="soft">none</span>}</td>
              <td className="soft">{start.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Framed>
  );
}

function TemplatesPanel() {
  const templates = useGet<TemplateView[]>("/api/console/templates", 10_000);
  if (templates.error && !templates.data) return <Failure error={templates.error} again={templates.reload} />;
  if (!templates.data) return <div aria-busy="true" />;
  if (!templates.data.length) {
    return (
      <Empty icon="file" title="No template yet">
        Open a procedure in the <a href="#/library">library</a>, choose <b>Schedule</b>, and keep its values under a name.
      </Empty>
    );
  }
  return (
    <ul className="shelf">
      {templates.data.map((template) => (
        <TemplateCard key={template.name} template={template} onChanged={templates.reload} />
      ))}
    </ul>
  );
}

function TemplateCard({ template, onChanged }: { template: TemplateView; onChanged: () => void }) {
  const may = useMay()("operate");
  const [leaving, setLeaving] = useState(false);
  const deed = useDeed();
  const path = `/api/console/templates/${encodeURIComponent(template.name)}`;
  const begin = () =>
    void deed.run(async () => {
      const { session } = await send<Started>("POST", `${path}/start`, {});
      go({ page: "session", session, tab: "live" });
    });
  const given = Object.entries(template.given);
  return (
    <li className="card sop-card">
      <h2>{template.name}</h2>
      <p className="soft">
        {template.sop ? <a href={address({ page: "sop", sop: template.sop, tab: "" })}>{template.title}</a> : template.title}, version {template.version} ·{" "}
        {template.owner}
      </p>
      {template.schedules.map((schedule) => (
        <p key={schedule.cron} className="row tight">
          <Icon name="calendar" /> <code>{schedule.cron}</code> <span className="soft">{schedule.timezone}</span>
          {schedule.next[0] ? <span className="badge tone-calm">{soon(schedule.next[0])}</span> : null}
          {schedule.error ? <span className="badge tone-bad">{schedule.error}</span> : null}
        </p>
      ))}
      {given.length ? (
        <dl className="facts small">
          {given.map(([name, value]) => (
            <div key={name} style={{ display: "contents" }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {deed.error ? <Failure error={deed.error} /> : null}
      {may ? (
        <div className="row">
          <button className="button" disabled={deed.busy} onClick={begin}>
            <Icon name="play" /> Start now
          </button>
          <span className="grow" />
          <button className="button danger" disabled={deed.busy} onClick={() => setLeaving(true)}>
            Remove
          </button>
        </div>
      ) : null}
      {leaving ? (
        <Confirm
          title={`Remove “${template.name}”?`}
          act="Remove it"
          onNo={() => setLeaving(false)}
          onYes={() => {
            setLeaving(false);
            void deed.run(() => send("DELETE", path)).then((done) => done && onChanged());
          }}
        >
          It starts no more. The procedure and the sessions that it started stay.
        </Confirm>
      ) : null}
    </li>
  );
}
