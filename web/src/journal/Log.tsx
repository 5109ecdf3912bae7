// The journal as a list in plain words: thousands of lines scroll smoothly, each unfolds its technical detail.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Entry } from "../api/types";
import { Icon } from "../ui/Icon";
import { ROW, windowOf } from "../ui/windowing";
import { clockTime } from "../ui/words";
import type { Line } from "./line";
import { narrate } from "./narrate";

export function useLines(entries: readonly Entry[], labels: (node: string) => string, all: boolean): Line[] {
  return useMemo(() => {
    const asked = new Map(entries.flatMap(({ event }) => (event.kind === "asked" ? [[event.request, event] as const] : [])));
    // The numbers of attempts begin anew at each visit: what was proposed last is meant.
    const before = new Map<string, Extract<Entry["event"], { kind: "proposed" }>>();
    const lines = entries.map((entry) => {
      if (entry.event.kind === "proposed") before.set(`${entry.event.node} ${entry.event.attempt}`, entry.event);
      return narrate(entry, labels, (request) => asked.get(request), (node, attempt) => before.get(`${node} ${attempt}`));
    });
    return all ? lines : lines.filter((line) => !line.minor);
    // `entries` is one growing list; its length tells whether there is more.
  }, [entries, entries.length, labels, all]);
}

export function Log({
  lines,
  entries,
  follow,
  onNode,
}: {
  lines: Line[];
  entries: readonly Entry[];
  follow: boolean;
  onNode?: ((node: string) => void) | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [open, setOpen] = useState<ReadonlyMap<number, number>>(new Map());
  const atEnd = useRef(true);

  useLayoutEffect(() => {
    const found = box.current;
    if (!found) return;
    const look = () => setView({ top: found.scrollTop, height: found.clientHeight });
    const watch = new ResizeObserver(look);
    watch.observe(found);
    look();
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    if (follow && atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [follow, lines.length]);

  const shown = windowOf(lines.length, open, view.top, view.height);
  const toggle = (place: number) =>
    setOpen((before) => {
      const next = new Map(before);
      if (!next.delete(place)) next.set(place, ROW);
      return next;
    });
  const measured = (place: number, height: number) =>
    setOpen((before) => (before.get(place) === height ? before : new Map(before).set(place, height)));
  return (
    <div
      ref={box}
      className="log"
      role="log"
      aria-live="off"
      tabIndex={0}
      aria-label="Log"
      onScroll={(event) => {
        const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
        atEnd.current = scrollTop + clientHeight > scrollHeight - 2 * ROW;
        setView({ top: scrollTop, height: clientHeight });
      }}
    >
      <div style={{ height: shown.total, position: "relative" }}>
        <div style={{ position: "absolute", inset: `${shown.above}px 0 auto 0` }}>
          {lines.slice(shown.first, shown.last).map((line, index) => {
            const place = shown.first + index;
            return (
              <LogLine
                key={line.seq}
                line={line}
                entry={entries[line.seq - (entries[0]?.seq ?? 1)]}
                open={open.has(place)}
                onToggle={() => toggle(place)}
                onHeight={(height) => measured(place, height)}
                onNode={onNode}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function LogLine({
  line,
  entry,
  open,
  onToggle,
  onHeight,
  onNode,
}: {
  line: Line;
  entry: Entry | undefined;
  open: boolean;
  onToggle: () => void;
  onHeight: (height: number) => void;
  onNode?: ((node: string) => void) | undefined;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (open && ref.current) onHeight(ref.current.offsetHeight);
  });
  return (
    <div ref={ref} className={`line tone-${line.tone}${line.minor ? " minor" : ""}`}>
      <button className="line-head" aria-expanded={open} onClick={onToggle}>
        <time className="num soft" dateTime={line.at}>
          {clockTime(line.at)}
        </time>
        <Icon name={line.icon} />
        <span className="line-words" title={line.words}>
          {line.words}
        </span>
      </button>
      {open ? (
        <div className="line-more">
          <dl className="facts small">
            {line.detail.map(([name, text], place) => (
              <div key={place} style={{ display: "contents" }}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
            {line.node ? (
              <>
                <dt>Step</dt>
                <dd>
                  {onNode ? (
                    <button className="link" onClick={() => onNode(line.node!)}>
                      {line.node}
                    </button>
                  ) : (
                    line.node
                  )}
                </dd>
              </>
            ) : null}
            <dt>Entry</dt>
            <dd className="num">{line.seq}</dd>
          </dl>
          {entry ? (
            <details>
              <summary className="soft small">As it is written</summary>
              <pre className="mono raw">{JSON.stringify(entry.event, null, 1)}</pre>
            </details>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
