import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { ApiError } from "../api/client";
import { useTitle } from "./announce";
import { Icon, type IconName } from "./Icon";
import type { Look } from "./status";

export function Status({ look, badge = false }: { look: Look; badge?: boolean }) {
  return (
    <span className={`${badge ? "badge" : "status"} tone-${look.tone}`}>
      <Icon name={look.icon} />
      {look.words}
    </span>
  );
}

export function Note({ tone, title, children }: { tone: Look["tone"]; title?: string; children?: ReactNode }) {
  return (
    <div className={`note tone-${tone}`} role={tone === "bad" ? "alert" : undefined}>
      {title ? <b>{title} </b> : null}
      {children}
    </div>
  );
}

export function Failure({ error, again }: { error: ApiError; again?: () => void }) {
  return (
    <Note tone="bad" title={error.message}>
      {error.mend ? <span>{error.mend} </span> : null}
      {again ? (
        <button className="button quiet" onClick={again}>
          Try again
        </button>
      ) : null}
    </Note>
  );
}

export function Empty({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      <div>{children}</div>
    </div>
  );
}

export function Field({
  label,
  first,
  hint,
  fault,
  children,
}: {
  label: string;
  /** What there is to read before one answers. */
  first?: ReactNode;
  hint?: string | undefined;
  fault?: string | undefined;
  children: (ids: { id: string; "aria-describedby"?: string; "aria-invalid"?: boolean }) => ReactNode;
}) {
  const id = useId();
  const about = fault || hint ? { "aria-describedby": `${id}-more` } : {};
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {first}
      {children({ id, ...about, ...(fault ? { "aria-invalid": true } : {}) })}
      {fault || hint ? (
        <span id={`${id}-more`} className={fault ? "fault" : "hint"}>
          {fault ?? hint}
        </span>
      ) : null}
    </div>
  );
}

/** A table, a picture or a list in its frame. Where the frame scrolls, the keyboard reaches it. */
export function Framed({ label, className = "framed", children }: { label: string; className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  // Before the first paint, so that there is no moment in which it scrolls and the keyboard can't reach it.
  useLayoutEffect(() => {
    const found = box.current;
    if (!found) return;
    const look = () => setScrolls(found.scrollWidth > found.clientWidth || found.scrollHeight > found.clientHeight);
    look();
    const watch = new ResizeObserver(look);
    for (const each of [found, ...found.children]) watch.observe(each);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={box} className={className} {...(scrolls ? { role: "region", "aria-label": label, tabIndex: 0 } : {})}>
      {children}
    </div>
  );
}

/** A dialog of the browser's own kind: it keeps the focus, and Escape closes it. */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean | "window";
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    if (!dialog.open) dialog.showModal();
    return () => {
      // Closed while it still stands in the page: the focus goes back to where it came from.
      dialog.close();
      if (!before?.isConnected || before === document.body) document.getElementById("main")?.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={wide === "window" ? "as-window" : wide ? "wide" : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="content">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

export function Confirm({
  title,
  children,
  act,
  onYes,
  onNo,
}: {
  title: string;
  children: ReactNode;
  act: string;
  onYes: () => void;
  onNo: () => void;
}) {
  return (
    <Dialog title={title} onClose={onNo}>
      <div>{children}</div>
      <div className="actions">
        <button className="button" onClick={onNo}>
          Keep it
        </button>
        <button className="button danger sure" onClick={onYes}>
          {act}
        </button>
      </div>
    </Dialog>
  );
}

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    } catch {
      setCopied(false);
    }
  };
  return (
    <button className="button quiet icon-only" onClick={() => void copy()} aria-label={copied ? "Copied" : `Copy ${what}`} title={`Copy ${what}`}>
      <Icon name={copied ? "check" : "copy"} />
    </button>
  );
}

export function Tabs({
  tabs,
  current,
  onPick,
  label,
}: {
  tabs: { id: string; words: ReactNode }[];
  current: string;
  onPick: (id: string) => void;
  label: string;
}) {
  const move = (event: React.KeyboardEvent, place: number) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const next = tabs[(place + step + tabs.length) % tabs.length]!;
    onPick(next.id);
    const all = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]');
    all?.[(place + step + tabs.length) % tabs.length]?.focus();
  };
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs scroll: the one that is looked at is whole.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label}>
      {tabs.map((tab, place) => (
        <button
          key={tab.id}
          role="tab"
          id={`tab-${tab.id}`}
          aria-selected={tab.id === current}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={() => onPick(tab.id)}
          onKeyDown={(event) => move(event, place)}
        >
          {tab.words}
        </button>
      ))}
    </div>
  );
}

/** The frame of every page: its heading, one sentence, and what can be done. */
export function Page({
  title,
  about,
  actions,
  wide = false,
  children,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <main className={wide ? "page wide" : "page"} id="main" tabIndex={-1}>
      <header>
        <div className="grow">
          <h1>{title}</h1>
          {about ? <div className="soft">{about}</div> : null}
        </div>
        {actions ? <div className="row">{actions}</div> : null}
      </header>
      {children}
    </main>
  );
}
