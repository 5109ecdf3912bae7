// Picking a step's element on its page: a browser of the server shows the page, and nothing is pressed in it.

import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { Icon } from "../../ui/Icon";
import { Dialog, Field, Note } from "../../ui/parts";
import { placeOf } from "../live/input";
import { type LinkState, type PictureLink, openPicture } from "../live/picture";
import { ListFound } from "./ListFound";
import { type Box, type Fitting, type Picked, type PickedList, type PickTold, type PickWish, laid, moved } from "./pick";

type Point = { x: number; y: number };
type Pointed = NonNullable<PickTold["pointed"]>;

interface Seen {
  url: string;
  opening: boolean;
  why: string;
  fitting: Fitting[];
  listed: PickedList | null;
  pointed: Pointed | null;
  refused: string;
}

const NOTHING: Seen = { url: "", opening: true, why: "", fitting: [], listed: null, pointed: null, refused: "" };

interface Props {
  sop: string;
  node: string;
  target: unknown;
  onPicked: (picked: Picked) => void;
  /** One of several is picked, and the list is what is wanted. */
  onList?: ((list: PickedList) => void) | undefined;
  onClose: () => void;
}

export function PickDialog({ sop, node, target, onPicked, onList, onClose }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [link, setLink] = useState<{ state: LinkState; why: string }>({ state: "opening", why: "" });
  const [shown, setShown] = useState(false);
  const [seen, setSeen] = useState<Seen>(NOTHING);
  const opened = useRef<PictureLink<PickWish> | null>(null);
  const taken = useRef(onPicked);
  taken.current = onPicked;
  const send = useCallback((wish: PickWish) => opened.current?.send(wish), []);
  const first = useRef(target);

  useEffect(() => {
    if (!canvas.current) return;
    const made = openPicture<PickWish, PickTold>("./api/console/pick", { sop, node, target: first.current }, {
      canvas: canvas.current,
      state: (state, why) => setLink({ state, why }),
      rate: () => setShown(true),
      told: (told) => {
        if (told.picked) return taken.current(told.picked);
        setSeen((before) => after(before, told));
      },
    });
    opened.current = made;
    return () => {
      opened.current = null;
      made.close();
    };
  }, [sop, node]);

  const live = link.state === "live";
  return (
    <Dialog title={onList ? "Pick an item of the list" : "Pick the element on its page"} onClose={onClose} wide="window">
      <Address key={seen.url} url={seen.url} disabled={!live} onOpen={(url) => send({ kind: "open", url })} />
      {link.state === "none" ? <Note tone="bad" title="The page cannot be shown.">{link.why}</Note> : null}
      {seen.refused ? <Note tone="warn">{seen.refused}</Note> : null}
      <div className="pick">
        <canvas ref={canvas} hidden={!live || !shown} aria-hidden="true" />
        {live && shown ? <Surface seen={seen} send={send} wish={onList ? "list" : "pick"} onScrolled={() => setSeen((before) => ({ ...before, pointed: null, listed: null, fitting: before.fitting.map((each) => ({ ...each, box: null })) }))} /> : null}
        {link.state !== "none" && (!live || !shown) ? (
          <div className="no-picture soft" role="status">
            <Icon name="eye" /> A browser is opened…
          </div>
        ) : null}
      </div>
      <p className="soft small pick-words" role="status">
        {words(seen, onList !== undefined)}
      </p>
      {onList ? (
        <ListFound list={seen.listed} />
      ) : (
        <Fittings fitting={seen.fitting} onTake={(number) => send({ kind: "take", number })} />
      )}
      <div className="actions">
        <button className="button" onClick={onClose}>
          Cancel
        </button>
        {onList && seen.listed ? (
          <button className="button primary" onClick={() => onList(seen.listed!)}>
            Go over these
          </button>
        ) : null}
      </div>
    </Dialog>
  );
}

/** What is seen, once the server has told something. */
function after(before: Seen, told: PickTold): Seen {
  if (told.opening !== undefined) return { ...NOTHING, url: told.opening };
  if (told.opened !== undefined) return { ...NOTHING, opening: false, url: told.opened, why: told.why ?? "", fitting: told.fitting ?? [], refused: told.refused ?? "" };
  if (told.refused !== undefined) return { ...before, opening: false, refused: told.refused };
  if (told.listed !== undefined) return { ...before, listed: told.listed, refused: "" };
  if (told.pointed !== undefined) return { ...before, pointed: told.pointed };
  return before;
}

function words(seen: Seen, list: boolean): string {
  if (seen.opening) return "The page is loading…";
  if (seen.pointed) return `${seen.pointed.role}${seen.pointed.name ? ` “${seen.pointed.name}”` : ""}`;
  const from = seen.why ? `This is ${seen.why}. ` : "";
  if (list) return `${from}Point at one of the items and click: all that are like it are outlined. Nothing is pressed on the page itself.`;
  return `${from}Point at the element and click, or use the arrow keys and Enter. Nothing is pressed on the page itself.`;
}

function Address({ url, disabled, onOpen }: { url: string; disabled: boolean; onOpen: (url: string) => void }) {
  const [text, setText] = useState(url);
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) onOpen(text.trim());
  };
  return (
    <form className="row pick-address" onSubmit={open}>
      <div className="grow">
        <Field label="Page">{(ids) => <input {...ids} className="input mono" type="url" value={text} onChange={(event) => setText(event.target.value)} />}</Field>
      </div>
      <button className="button" disabled={disabled || !text.trim()}>
        Open
      </button>
    </form>
  );
}

/** What lies over the picture: the pointer's place, the outline under it, and those that might be the element. */
function Surface({ seen, send, wish, onScrolled }: { seen: Seen; send: (wish: PickWish) => void; wish: "pick" | "list"; onScrolled: () => void }) {
  const at = useRef<HTMLDivElement>(null);
  const place = useRef<Point>({ x: 0.5, y: 0.5 });
  const frame = useRef(0);
  const [cross, setCross] = useState<Point | null>(null);
  const point = (to: Point) => {
    place.current = to;
    // One question a frame is more than an eye needs.
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      send({ kind: "point", ...place.current });
    });
  };
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  useEffect(() => {
    const over = at.current;
    if (!over) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      onScrolled();
      send({ kind: "wheel", ...placeOf(event, over.getBoundingClientRect()), dx: event.deltaX, dy: event.deltaY, modifiers: 0 });
    };
    over.addEventListener("wheel", wheel, { passive: false });
    return () => over.removeEventListener("wheel", wheel);
  });
  const key = (event: React.KeyboardEvent) => {
    const to = moved(place.current, event.key, event.shiftKey);
    if (to) {
      event.preventDefault();
      setCross(to);
      point(to);
    } else if (event.key === "Enter") {
      event.preventDefault();
      send({ kind: wish, ...place.current });
    }
  };
  return (
    <div
      ref={at}
      className="pick-surface"
      role="application"
      tabIndex={0}
      aria-label="The page: point at the element and click; arrow keys move, Enter picks"
      onMouseMove={(event) => {
        setCross(null);
        point(placeOf(event, event.currentTarget.getBoundingClientRect()));
      }}
      onClick={(event) => send({ kind: wish, ...placeOf(event, event.currentTarget.getBoundingClientRect()) })}
      onKeyDown={key}
    >
      {seen.listed?.boxes.map((box, place) => <Outline key={place} box={box} label="" soft />)}
      {wish === "list" ? null : seen.fitting.map((each) => (each.box ? <Outline key={each.number} box={each.box} label={String(each.number)} soft /> : null))}
      {seen.pointed?.box ? <Outline box={seen.pointed.box} label="" /> : null}
      {cross ? <span className="pick-cross" style={{ left: `${cross.x * 100}%`, top: `${cross.y * 100}%` }} /> : null}
    </div>
  );
}

function Outline({ box, label, soft = false }: { box: Box; label: string; soft?: boolean }) {
  return (
    <span className={soft ? "pick-outline soft-outline" : "pick-outline"} style={laid(box)}>
      {label ? <b className="num">{label}</b> : null}
    </span>
  );
}

function Fittings({ fitting, onTake }: { fitting: Fitting[]; onTake: (number: number) => void }) {
  if (!fitting.length) return null;
  return (
    <section className="stack tight" aria-label="What matches the step's description now">
      <h3>What matches the step’s description now</h3>
      <div className="options">
        {fitting.map((each) => (
          <button key={each.number} className="option" title={each.reasons.join("; ") || undefined} onClick={() => onTake(each.number)}>
            <span className="key num">{each.number}</span>
            <span>
              <b>{each.words}</b>
              <span className="soft small"> · {each.veto ?? `fits by ${Math.round(each.score * 100)} %`}</span>
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}
