// What was done, told afterwards: actions are worded as they will be done, `sop/sentences/actions.py` has them all.

const PAST: Record<string, string> = {
  Answer: "Answered",
  Choose: "Chose",
  Click: "Clicked",
  Close: "Closed",
  Copy: "Copied",
  "Double-click": "Double-clicked",
  Download: "Downloaded",
  Drag: "Dragged",
  Empty: "Emptied",
  Fill: "Filled",
  Go: "Went",
  Load: "Loaded",
  Open: "Opened",
  Paste: "Pasted",
  Pick: "Picked",
  Press: "Pressed",
  Rest: "Rested",
  "Right-click": "Right-clicked",
  Scroll: "Scrolled",
  Send: "Sent",
  Set: "Set",
  Switch: "Switched",
  Tick: "Ticked",
  Type: "Typed",
  Untick: "Unticked",
  Upload: "Uploaded",
  Wait: "Waited",
};

/** `Click the button 'Save'` as `Clicked the button 'Save'`; none where the words are others. */
export function inThePast(action: string): string | null {
  const verb = /^[A-Z][a-z]*(-[a-z]+)?/.exec(action)?.[0] ?? "";
  const past = PAST[verb];
  return past ? past + action.slice(verb.length) : null;
}
