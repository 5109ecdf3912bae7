// Generated from docs/openapi.json by `npm run api`: change the server's models, not this file.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
/**
 * What kind of trouble it is; recovery is chosen by this word alone.
 */
export type Category =
  "input" | "environment" | "transient" | "target" | "unexpected page" | "unverified" | "policy" | "person" | "model" | "permanent";
/**
 * What kind of trouble it is; recovery is chosen by this word alone.
 */
export type Category1 =
  "input" | "environment" | "transient" | "target" | "unexpected page" | "unverified" | "policy" | "person" | "model" | "permanent";

/**
 * The action failed; `dispatched` says whether the app may have seen any of it.
 */
export interface ActFailed {
  attempt: number;
  category: Category;
  dispatched: boolean;
  kind: "act_failed";
  message: string;
  node: string;
}
/**
 * The action was performed; whether it did what it is for is said by the verification.
 */
export interface Acted {
  attempt: number;
  file: string | null;
  kind: "acted";
  millis: number;
  node: string;
}
/**
 * What became of a dropped file.
 */
export interface Added {
  left: number;
  name: string;
  notes: string[];
  source: string;
  title: string;
}
/**
 * Every one of the conditions holds.
 */
export interface AllOf {
  kind: "all";
  of: (
    | ElementIs
    | TextIs
    | ValueIs
    | CountIs
    | UrlIs
    | TitleIs
    | VariableIs
    | DateIs
    | FileIs
    | ResponseWas
    | DownloadWas
    | HttpReads
    | SqlReads
    | MailReads
    | AllOf
    | AnyOf
    | Not
  )[];
}
/**
 * The element is in a state; without `target` it is the node's own target.
 *
 * `checked` and `unchecked` are said of a toggle button that is pressed and of a tab that is selected, too.
 */
export interface ElementIs {
  kind: "element";
  state: "present" | "absent" | "visible" | "hidden" | "enabled" | "disabled" | "checked" | "unchecked";
  target: Target | null;
}
/**
 * The description of an element that survives change.
 *
 * `locators` come best first; each found exactly this element, alone, on the recorded page.
 */
export interface Target {
  ancestors: string[];
  attributes: {
    [k: string]: string;
  };
  box: Box | null;
  frame: FrameStep[];
  input_type: string | null;
  label: string | null;
  locators: (
    | RoleLocator
    | LabelLocator
    | PlaceholderLocator
    | TextLocator
    | TestIdLocator
    | RowLocator
    | HeadingLocator
    | GroupLocator
    | CssLocator
    | XpathLocator
  )[];
  name: string | null;
  near: Neighbourhood;
  picture: string | null;
  placeholder: string | null;
  role: string | null;
  shadow: string[];
  tag: string | null;
  test_id: string | null;
  text: string | null;
}
/**
 * A rectangle in CSS pixels of the viewport.
 */
export interface Box {
  height: number;
  width: number;
  x: number;
  y: number;
}
/**
 * One `<iframe>` on the way from the page to the element's document, outermost first.
 */
export interface FrameStep {
  label: string | null;
  locators: (
    | RoleLocator
    | LabelLocator
    | PlaceholderLocator
    | TextLocator
    | TestIdLocator
    | RowLocator
    | HeadingLocator
    | GroupLocator
    | CssLocator
    | XpathLocator
  )[];
  name: string | null;
  url: string | null;
}
/**
 * By ARIA role and accessible name (WAI-ARIA 1.2, accname 1.2), like Playwright's `get_by_role`.
 */
export interface RoleLocator {
  by: "role";
  name: string | null;
  role: string;
  within:
    | (
        | RoleLocator
        | LabelLocator
        | PlaceholderLocator
        | TextLocator
        | TestIdLocator
        | RowLocator
        | HeadingLocator
        | GroupLocator
        | CssLocator
        | XpathLocator
      )
    | null;
}
/**
 * A form control by the whole text of its label; Playwright's `get_by_label(exact=True)`.
 */
export interface LabelLocator {
  by: "label";
  text: string;
  within:
    | (
        | RoleLocator
        | LabelLocator
        | PlaceholderLocator
        | TextLocator
        | TestIdLocator
        | RowLocator
        | HeadingLocator
        | GroupLocator
        | CssLocator
        | XpathLocator
      )
    | null;
}
/**
 * A field by its placeholder; Playwright's `get_by_placeholder(exact=True)`.
 */
export interface PlaceholderLocator {
  by: "placeholder";
  text: string;
  within:
    | (
        | RoleLocator
        | LabelLocator
        | PlaceholderLocator
        | TextLocator
        | TestIdLocator
        | RowLocator
        | HeadingLocator
        | GroupLocator
        | CssLocator
        | XpathLocator
      )
    | null;
}
/**
 * The innermost element with exactly this text; Playwright's `get_by_text(exact=True)`.
 */
export interface TextLocator {
  by: "text";
  text: string;
  within:
    | (
        | RoleLocator
        | LabelLocator
        | PlaceholderLocator
        | TextLocator
        | TestIdLocator
        | RowLocator
        | HeadingLocator
        | GroupLocator
        | CssLocator
        | XpathLocator
      )
    | null;
}
/**
 * By a test id; `attribute` is the attribute that carries it.
 */
export interface TestIdLocator {
  attribute: string;
  by: "test_id";
  value: string;
  within:
    | (
        | RoleLocator
        | LabelLocator
        | PlaceholderLocator
        | TextLocator
        | TestIdLocator
        | RowLocator
        | HeadingLocator
        | GroupLocator
        | CssLocator
        | XpathLocator
      )
    | null;
}
/**
 * A table row, list item or card whose text contains `text`: the record that an effect is about.
 *
 * A row with a part, as a cell, that says just `text` goes before others. With `exact` only such a row will
 * do: "Desk" is never taken for "Desk Lamp". `column` is the heading under which a table's row says it:
 * a row that says it under another heading, as whom a record is assigned to, is another record's.
 */
export interface RowLocator {
  by: "row";
  column: string | null;
  exact: boolean;
  role: string;
  text: string;
  within:
    | (
        | RoleLocator
        | LabelLocator
        | PlaceholderLocator
        | TextLocator
        | TestIdLocator
        | RowLocator
        | HeadingLocator
        | GroupLocator
        | CssLocator
        | XpathLocator
      )
    | null;
}
/**
 * A heading with this text; and as `within`, what stands under it: the nearest heading before it says so.
 *
 * It tells fields and buttons of the same names apart where nothing else holds their parts of the page
 * together, as the streets of two addresses. Playwright has no twin of it.
 */
export interface HeadingLocator {
  by: "heading";
  text: string;
  within:
    | (
        | RoleLocator
        | LabelLocator
        | PlaceholderLocator
        | TextLocator
        | TestIdLocator
        | RowLocator
        | HeadingLocator
        | GroupLocator
        | CssLocator
        | XpathLocator
      )
    | null;
}
/**
 * As `within`, the choices of the group that the page calls so: the answers to one question of several.
 *
 * It tells radio buttons of the same names apart where no `fieldset` and no role holds each group together,
 * as where "Yes" and "No" stand behind one question after the other. The name is that of the group element
 * if there is one, else the text right before the first choice. Playwright has no twin of it.
 */
export interface GroupLocator {
  by: "group";
  text: string;
  within:
    | (
        | RoleLocator
        | LabelLocator
        | PlaceholderLocator
        | TextLocator
        | TestIdLocator
        | RowLocator
        | HeadingLocator
        | GroupLocator
        | CssLocator
        | XpathLocator
      )
    | null;
}
/**
 * By a CSS selector, inside one document or shadow root.
 */
export interface CssLocator {
  by: "css";
  css: string;
  within:
    | (
        | RoleLocator
        | LabelLocator
        | PlaceholderLocator
        | TextLocator
        | TestIdLocator
        | RowLocator
        | HeadingLocator
        | GroupLocator
        | CssLocator
        | XpathLocator
      )
    | null;
}
/**
 * By an XPath 1.0 expression: for files of other tools, which name elements so.
 *
 * It is read from the top of the document, of each open shadow root, or of the element that `within` finds.
 */
export interface XpathLocator {
  by: "xpath";
  within:
    | (
        | RoleLocator
        | LabelLocator
        | PlaceholderLocator
        | TextLocator
        | TestIdLocator
        | RowLocator
        | HeadingLocator
        | GroupLocator
        | CssLocator
        | XpathLocator
      )
    | null;
  xpath: string;
}
/**
 * What stands around the element; texts are trimmed to 80 characters, but for the dialog's.
 */
export interface Neighbourhood {
  after: string | null;
  before: string | null;
  cells: string[];
  dialog: string | null;
  group: string | null;
  heading: string | null;
  row: string | null;
  section: string | null;
}
/**
 * Visible text of an element, or of the whole page without `target`; white space is folded.
 */
export interface TextIs {
  as_name: boolean;
  contains: string | null;
  equals: string | null;
  kind: "text";
  matches: string | null;
  supporting: boolean;
  target: Target | null;
}
/**
 * The value of a form control; without `target` it is the node's own target.
 *
 * A select matches by its option's text or value; a file field by file name; a check box by
 * `true` or `false`.
 */
export interface ValueIs {
  equals: string;
  kind: "value";
  target: Target | null;
}
/**
 * How many elements fit the target.
 */
export interface CountIs {
  comparison: "equals" | "not_equals" | "less" | "at_most" | "more" | "at_least";
  kind: "count";
  number: number;
  target: Target;
}
/**
 * The address of the page; `path` compares the path alone and `*` stands for one path segment.
 */
export interface UrlIs {
  contains: string | null;
  equals: string | null;
  kind: "url";
  matches: string | null;
  path: string | null;
}
/**
 * The title of the page.
 */
export interface TitleIs {
  contains: string | null;
  equals: string | null;
  kind: "title";
  matches: string | null;
}
/**
 * A variable compared with a value; numbers compare as numbers, dates (ISO 8601) as dates.
 */
export interface VariableIs {
  comparison: "equals" | "not_equals" | "less" | "at_most" | "more" | "at_least" | "contains" | "matches" | "set";
  kind: "variable";
  name: string;
  value: string | null;
}
/**
 * Two dates compared; each is a template that gives an ISO 8601 date.
 */
export interface DateIs {
  comparison: "equals" | "not_equals" | "less" | "at_most" | "more" | "at_least";
  kind: "date";
  left: string;
  right: string;
}
/**
 * A file is in the session's folder, which keeps its downloads; all that is stated holds for one file.
 */
export interface FileIs {
  at_least_bytes: number | null;
  contains: string | null;
  kind: "file";
  matches: string | null;
  name: string;
  rows: number | null;
}
/**
 * The app's server answered a request that this node caused.
 */
export interface ResponseWas {
  kind: "response";
  method: string;
  path: string;
  status: number | null;
}
/**
 * This node caused a download; `name` may hold `*`.
 */
export interface DownloadWas {
  kind: "download";
  name: string;
}
/**
 * A second channel: an HTTP GET with the session's own cookies reads the record back.
 *
 * Everything that is stated has to hold; the address and what it leads on to are within the SOP's domains.
 */
export interface HttpReads {
  contains: string | null;
  fields: {
    [k: string]: string;
  };
  headers: {
    [k: string]: string;
  };
  kind: "http";
  status: number | null;
  url: string;
}
/**
 * A second channel: one read-only SQL query gives the record back.
 *
 * `equals` and `row` speak of the only row: where `count` does not say otherwise, exactly one must come.
 */
export interface SqlReads {
  count: number | null;
  database: string;
  equals: string | null;
  kind: "sql";
  parameters: {
    [k: string]: string;
  };
  query: string;
  row: {
    [k: string]: string;
  };
}
/**
 * A second channel: a mail that fits has come since the session began.
 */
export interface MailReads {
  contains: string | null;
  kind: "mail";
  mailbox: string;
  sender: string | null;
  subject: string | null;
}
/**
 * At least one of the conditions holds.
 */
export interface AnyOf {
  kind: "any";
  of: (
    | ElementIs
    | TextIs
    | ValueIs
    | CountIs
    | UrlIs
    | TitleIs
    | VariableIs
    | DateIs
    | FileIs
    | ResponseWas
    | DownloadWas
    | HttpReads
    | SqlReads
    | MailReads
    | AllOf
    | AnyOf
    | Not
  )[];
}
/**
 * The condition does not hold.
 */
export interface Not {
  condition:
    | ElementIs
    | TextIs
    | ValueIs
    | CountIs
    | UrlIs
    | TitleIs
    | VariableIs
    | DateIs
    | FileIs
    | ResponseWas
    | DownloadWas
    | HttpReads
    | SqlReads
    | MailReads
    | AllOf
    | AnyOf
    | Not;
  kind: "not";
}
/**
 * Somebody accepted or rejected an amendment, during the session or at any time after it.
 */
export interface AmendmentDecided {
  amendment: string;
  by: string;
  decision: "accept" | "reject";
  kind: "amendment_decided";
  path: string | null;
  replaced: string | null;
  sop: string | null;
  version: string | null;
  why: string;
}
/**
 * The run learned that a step's target is found otherwise now; nothing changes before it is accepted.
 */
export interface AmendmentProposed {
  amendment: string;
  field: string;
  kind: "amendment_proposed";
  new: Target;
  node: string;
  old: Target;
  pictures: string[];
  reasons: string[];
  score: number;
  url: string;
}
/**
 * A proposed change of the SOP, with its evidence.
 */
export interface AmendmentView {
  after: string;
  at: string;
  before: string;
  decided_by: string;
  field: string;
  id: string;
  node: string;
  pictures: string[];
  reasons: string[];
  score: number;
  session: string;
  status: string;
  times: number;
  url: string;
  why: string;
}
/**
 * How much money one action may move; the amounts are read from the dialog, form or row on the page.
 */
export interface AmountLimit {
  at_most: string;
  currency: string | null;
  over: "ask" | "block";
}
/**
 * An end of the audit log was told to a place outside of the home.
 */
export interface Anchored {
  at_hash: string;
  at_seq: number;
  how: "file" | "url" | "timestamp";
  kind: "anchored";
  receipt: string | null;
  where: string;
}
/**
 * The answer to a question: one of the first ten.
 */
export interface AnswerBody {
  again?: boolean;
  allow?: boolean;
  allow_always?: boolean;
  allow_rest?: boolean;
  allow_session?: boolean;
  choose?: string | null;
  deny?: boolean;
  deny_stop?: boolean;
  edit?: string | null;
  request?: string | null;
  text?: string | null;
  why?: string;
}
/**
 * A person answered.
 */
export interface Answered {
  answer: string;
  at: string | null;
  by: string;
  kind: "answered";
  node: string;
  request: string;
  value: string | null;
  via: string;
  why: string;
}
/**
 * What an approval of a category needs to count.
 */
export interface ApprovalNeed {
  escalate: Escalation[];
  four_eyes: boolean;
  on_timeout: "deny" | "wait";
  quorum: number;
  role: string | null;
  timeout: number | null;
}
/**
 * Who is asked next where nobody answered.
 */
export interface Escalation {
  after: number;
  to: string;
}
/**
 * A question that waits for people, as one user sees it.
 */
export interface ApprovalView {
  allowed_by: string[];
  asked: Asked;
  label: string;
  objection: string | null;
  owner: string;
  picture: string | null;
  request: string;
  session: string;
  title: string;
}
/**
 * A person is asked.
 *
 * It holds all that a person needs to answer elsewhere and later. Secrets are references in it.
 */
export interface Asked {
  amount: string;
  at: string | null;
  categories: ("destructive" | "irreversible" | "financial" | "credential" | "system" | "sharing" | "file_system" | "unfamiliar")[];
  choices: string[];
  deadline: string | null;
  doubts: string[];
  editable: string | null;
  effect: string;
  element: string;
  excluded: {
    [k: string]: string;
  };
  factors: string[];
  first: string | null;
  form: ("approve" | "choose" | "answer" | "review") | null;
  gaps: string[];
  kind: "asked";
  need: ApprovalNeed | null;
  node: string;
  on_timeout: "deny" | "wait";
  options: Option[];
  picture: string | null;
  question: string;
  request: string;
  risk: "low" | "medium" | "high";
  rule: string;
  secret: boolean | null;
  sources: string[];
  text: string;
  values: string[];
  where: string;
  why: string;
}
/**
 * One thing that may be chosen, and what speaks for it and against it.
 */
export interface Option {
  number: number;
  reasons: string[];
  score: number;
  veto: string | null;
  words: string;
}
/**
 * Go back in the page's history.
 */
export interface Back {
  do: "back";
}
/**
 * The way that a decision is to take.
 */
export interface BranchBody {
  node: string;
  outcome: string;
  why?: string;
}
/**
 * Where a chain ended at a moment.
 */
export interface ChainHead {
  hash: string;
  seq: number;
  session: string;
}
/**
 * Tick a check box, radio button or switch.
 */
export interface Check {
  do: "check";
  on: string | null;
}
/**
 * A point from which the session can go on: the node was left, and these are its tabs.
 */
export interface Checkpoint {
  kind: "checkpoint";
  node: string;
  storage: number | null;
  tabs: {
    [k: string]: Tab;
  };
}
/**
 * A tab as a checkpoint keeps it.
 */
export interface Tab {
  loaded: boolean;
  sent: boolean;
  title: string;
  url: string;
}
/**
 * What one list, group of radio buttons or box says at the moment.
 */
export interface Chosen {
  field: string;
  option: string;
  ticked: boolean;
  value: string | null;
}
/**
 * Click the target; `position` (CSS pixels from its top left corner) only where the place matters.
 */
export interface Click {
  button: "left" | "middle";
  do: "click";
  expands: boolean;
  hold_seconds: number;
  modifiers: ("Alt" | "Control" | "Meta" | "Shift")[];
  position: [number, number] | null;
}
/**
 * Close the node's tab.
 */
export interface CloseTab {
  do: "close_tab";
}
/**
 * Copy the selection, or the target's text, to the session's clipboard.
 */
export interface Copy {
  do: "copy";
  into: string | null;
}
/**
 * How many a period may see: "at most 50 records a day". They are counted from the journals.
 */
export interface CountLimit {
  at_most: number;
  of:
    | ("effects" | "actions")
    | ("destructive" | "irreversible" | "financial" | "credential" | "system" | "sharing" | "file_system" | "unfamiliar");
  over: "ask" | "block";
  per: "minute" | "hour" | "day" | "session";
  within: "sop" | "home";
}
/**
 * One completion criterion as it was checked.
 */
export interface Criterion {
  held: boolean;
  seen: string | null;
  text: string;
}
/**
 * It starts by the clock: five cron fields in a time zone (IANA name).
 */
export interface CronTrigger {
  if_waiting: "skip" | "queue";
  kind: "cron";
  schedule: string;
  timezone: string;
}
/**
 * A decision came to an outcome; the evidence is each outcome's check as it was found.
 */
export interface Decided {
  by: string;
  by_default: boolean;
  evidence: Criterion[];
  kind: "decided";
  node: string;
  outcome: string;
  question: string;
  quote: string;
  why: string;
}
/**
 * Why an amendment is accepted or rejected.
 */
export interface Decision {
  why?: string;
}
/**
 * In the middle of a step a group is walked that does not stand there; the walk itself stands still.
 */
export interface Detour {
  group: string;
  kind: "detour";
  node: string;
  state: "begun" | "ended";
  why: string;
}
/**
 * Answer a dialog of the page (`alert`, `confirm`, `prompt`, `beforeunload`) that is open.
 */
export interface Dialog {
  answer: "accept" | "dismiss";
  do: "dialog";
  text: string | null;
}
/**
 * One thing that is different.
 */
export interface Difference {
  about: "head" | "environment" | "trigger" | "variable" | "question" | "step" | "connection";
  after: string | null;
  before: string | null;
  field: string | null;
  follows: boolean;
  kind: "added" | "removed" | "moved" | "changed";
  name: string;
  sentence: string;
  words: string;
}
/**
 * Which hosts may be visited; a pattern is a host, with a port where it is not the scheme's own, or
 * `*.example.com` for the subdomains. The SOP's own `environment.domains` holds as well.
 */
export interface DomainRules {
  allow: string[] | null;
  deny: string[];
  third_party: ("allow" | "block") | null;
}
/**
 * A person did what the node is for; the walk does not do it.
 */
export interface DoneByHand {
  action: string;
  attempt: number;
  by: string;
  effect: "none" | "repeatable" | "once";
  kind: "done_by_hand";
  node: string;
  why: string;
}
/**
 * Click the target twice.
 */
export interface DoubleClick {
  do: "double_click";
  modifiers: ("Alt" | "Control" | "Meta" | "Shift")[];
  position: [number, number] | null;
}
/**
 * Click the target and keep the file that the app sends.
 */
export interface Download {
  do: "download";
  into: string | null;
  modifiers: ("Alt" | "Control" | "Meta" | "Shift")[];
}
/**
 * Drag the target and drop it on another one.
 */
export interface Drag {
  do: "drag";
  grip: [number, number] | null;
  onto: Target;
  position: [number, number] | null;
}
/**
 * A document as somebody edits it; it may not be an SOP.
 */
export interface Edited {
  document: {
    [k: string]: Json;
  };
}
/**
 * An element of the live page, as the gate, the scoring and the journal see it.
 */
export interface ElementSnapshot {
  ancestors: string[];
  attributes: {
    [k: string]: string;
  };
  box: Box | null;
  checked: boolean | null;
  counted: boolean;
  editable: boolean;
  enabled: boolean;
  expanded: boolean | null;
  form: FormFacts | null;
  href: string | null;
  in_row: boolean | null;
  input_type: string | null;
  label: string | null;
  leads: LeadFacts;
  masked: boolean;
  name: string;
  near: Neighbourhood1;
  placeholder: string | null;
  role: string | null;
  tag: string;
  test_id: string | null;
  text: string;
  under_column: boolean | null;
  under_label: boolean | null;
  value: string | null;
  visible: boolean;
}
/**
 * The form that an element belongs to: where its submission leads.
 */
export interface FormFacts {
  action: string;
  method: string;
  name: string | null;
}
/**
 * Where acting on an element leads, and what is said around it, as the gate judges it.
 */
export interface LeadFacts {
  alone: boolean;
  chosen: Chosen[];
  confirm: string | null;
  dialog: string | null;
  drawn: string | null;
  fields: string[];
  lang: string | null;
  method: string | null;
  money: string[];
  submit: string | null;
  ticked: number | null;
  url: string | null;
}
/**
 * What stands around the element; texts are trimmed to 80 characters, but for the dialog's.
 */
export interface Neighbourhood1 {
  after: string | null;
  before: string | null;
  cells: string[];
  dialog: string | null;
  group: string | null;
  heading: string | null;
  row: string | null;
  section: string | null;
}
/**
 * A pass, as it stands in the address of a link that signs in.
 */
export interface Entering {
  given: string;
}
/**
 * Values of a person were removed from a session; which ones is not told.
 */
export interface Erased {
  by: string;
  entries: ErasedEntry[];
  files: string[];
  key: string | null;
  kind: "erased";
  others: number;
  session: string;
  signature: string | null;
  why: string;
}
/**
 * An entry from which values were removed.
 */
export interface ErasedEntry {
  seq: number;
  witness: string;
}
/**
 * One thing that was looked at on the server's machine.
 */
export interface Examined {
  found: string;
  mend: string | null;
  name: string;
  standing: "good" | "slow" | "lacking";
}
/**
 * The answer for a page dialog that an action opens while it runs.
 */
export interface ExpectedDialog {
  answer: "accept" | "dismiss";
  kind: "alert" | "confirm" | "prompt" | "beforeunload";
  message: string | null;
  text: string | null;
}
/**
 * The decisions of a session, under its policy.
 */
export interface Explained {
  decisions: Explanation[];
  layers: string[];
  mode: string;
  notes: string[];
}
/**
 * One decision of the gate, with where its rule comes from and what people said.
 */
export interface Explanation {
  action: string;
  answers: string[];
  at: string;
  attempt: number;
  categories: string[];
  decision: string;
  factors: string[];
  node: string;
  reason: string;
  risk: string;
  rule: string;
  source: string;
}
/**
 * Reach a goal by looking and trying, within bounds.
 *
 * A model proposes one action on one element at a time; the gate judges each. Nothing with the
 * effect `once` is done on the way.
 */
export interface Explore {
  actions: string[];
  autonomy: ("exact" | "candidates" | "explore" | "vision" | "human") | null;
  before: (
    | ElementIs
    | TextIs
    | ValueIs
    | CountIs
    | UrlIs
    | TitleIs
    | VariableIs
    | DateIs
    | FileIs
    | ResponseWas
    | DownloadWas
    | HttpReads
    | SqlReads
    | MailReads
    | AllOf
    | AnyOf
    | Not
  )[];
  compensation: string | null;
  context: string;
  domains: string[];
  done_when: (
    | ElementIs
    | TextIs
    | ValueIs
    | CountIs
    | UrlIs
    | TitleIs
    | VariableIs
    | DateIs
    | FileIs
    | ResponseWas
    | DownloadWas
    | HttpReads
    | SqlReads
    | MailReads
    | AllOf
    | AnyOf
    | Not
  )[];
  goal: string;
  id: string;
  intent: string;
  label: string;
  max_money: number | null;
  max_seconds: number;
  max_steps: number;
  optional: boolean;
  page: string;
  retry: Retry | null;
  risk: string | null;
  success:
    | ElementIs
    | TextIs
    | ValueIs
    | CountIs
    | UrlIs
    | TitleIs
    | VariableIs
    | DateIs
    | FileIs
    | ResponseWas
    | DownloadWas
    | HttpReads
    | SqlReads
    | MailReads
    | AllOf
    | AnyOf
    | Not;
  timeout: number | null;
  type: "explore";
}
/**
 * How often a transient failure of a node is tried again.
 */
export interface Retry {
  at_most: number | null;
  seconds: number | null;
  times: number;
}
/**
 * Journals left the home as a file.
 */
export interface Exported {
  by: string;
  digest: string;
  form: "jsonl" | "csv" | "bundle";
  kind: "exported";
  sessions: number;
  why: string;
}
/**
 * What was wrong, and how it is mended.
 */
export interface Fault {
  category: string | null;
  mend: string | null;
  message: string;
  place: string | null;
  wrong: WrongValue[];
}
/**
 * A value of a run that is wished for and does not fit.
 */
export interface WrongValue {
  message: string;
  name: string;
  row: number | null;
}
/**
 * Which files of this machine may be uploaded, or opened by `file:` addresses; what a session itself
 * downloaded may always be uploaded.
 */
export interface FileRules {
  from: string[] | null;
}
/**
 * A file that was given.
 */
export interface FileView {
  name: string;
  path: string;
}
/**
 * Replace the value of a field, the text of an editable region, or a native select's option.
 */
export interface Fill {
  do: "fill";
  filters: boolean;
  value: string;
}
/**
 * What is wrong or doubtful in an SOP: the messages of `handrail check`.
 */
export interface Findings {
  blocking: ProblemView[];
  outline: Outline | null;
  problems: ProblemView[];
}
/**
 * One thing that is wrong or doubtful.
 */
export interface ProblemView {
  code: string;
  field: string | null;
  mend: string | null;
  message: string;
  node: string | null;
  place: string;
  severity: "error" | "warning";
}
/**
 * What an SOP says, in words.
 */
export interface Outline {
  domains: string[];
  goal: string;
  id: string;
  open_questions: string[];
  start: string[];
  steps: StepLine[];
  title: string;
  variables: VariableLine[];
  version: string;
}
/**
 * One step: its number (3.1 stands inside 3), its sentence, and what else is to be said of it.
 */
export interface StepLine {
  effect: ("none" | "repeatable" | "once") | null;
  label: string;
  more: string[];
  node: string;
  number: string;
  sentence: string;
  type: string;
}
/**
 * One variable in the head of an outline.
 */
export interface VariableLine {
  name: string;
  output: boolean;
  secret: boolean;
  type: "text" | "number" | "date" | "boolean" | "file" | "list" | "record";
  words: string;
}
/**
 * What the policy would say of an SOP's steps, before it runs.
 */
export interface Forecasts {
  layers: string[];
  mode: "disabled" | "permissive" | "standard" | "strict" | "paranoid";
  notes: string[];
  steps: StepForecast[];
}
/**
 * What the policy would say of a step.
 */
export interface StepForecast {
  categories: ("destructive" | "irreversible" | "financial" | "credential" | "system" | "sharing" | "file_system" | "unfamiliar")[];
  decision: "allow" | "ask" | "block";
  factors: string[];
  if_healed: "allow" | "ask" | "block";
  label: string;
  node: string;
  reason: string;
  risk: "low" | "medium" | "high";
  rule: string;
  source: string;
}
/**
 * When a schedule would start, or what is wrong with it.
 */
export interface Foreseen {
  error: string | null;
  next: string[];
}
/**
 * From where on a new session is to do it anew.
 */
export interface ForkBody {
  node: string;
  repeat?: string[];
}
/**
 * Where a fork begins: what its origin knew at the checkpoint.
 */
export interface Forked {
  kind: "forked";
  left: string;
  open: string[];
  outcome: string;
  tabs: {
    [k: string]: Tab;
  };
  turns: {
    [k: string]: OpenTurn;
  };
  variables: {
    [k: string]: Json;
  };
}
/**
 * The turn that a loop was in.
 */
export interface OpenTurn {
  keys: string[];
  number: number;
  url: string;
  value: Json;
}
/**
 * Go forward in the page's history.
 */
export interface Forward {
  do: "forward";
}
/**
 * A step whose element the recorded locators did not give: it was found by other signs, and what it was
 * found as is proposed as a change of the SOP. Or one of which the app told otherwise that it was done.
 */
export interface FoundOtherwise {
  amendment: string | null;
  element: string;
  label: string;
  node: string;
}
/**
 * Why an exploration is to end.
 */
export interface GiveUpBody {
  why?: string;
}
/**
 * An item of a loop, or a node, that could not be done, and that the walk went on without.
 */
export interface GivenUp {
  error: string;
  item: string;
  label: string;
  node: string;
}
/**
 * Where to go on: a step's id, or `next`; none where the session finds it.
 */
export interface HandBackBody {
  at?: string | null;
}
/**
 * To whom: a user, a worker, or both.
 */
export interface HandOffBody {
  to?: string;
  why?: string;
  worker?: string;
}
/**
 * The walk has the session's browser again, or nobody has.
 */
export interface HandedBack {
  at: string | null;
  by: string;
  deeds: string[];
  effects: string[];
  kind: "handed_back";
  node: string;
  number: number;
  recording: string | null;
  seconds: number;
  tabs: {
    [k: string]: Tab;
  };
  why: string;
}
/**
 * The session belongs to somebody else from now on, or to one worker alone.
 */
export interface HandedOver {
  by: string;
  kind: "handed_over";
  to: string;
  why: string;
  worker: string | null;
}
/**
 * Something unexpected stood in a step's way, and a handler that knows it dealt with it.
 */
export interface Handled {
  action: string;
  handler: "cookie banner" | "still there" | "announcement" | "folded menu" | "sign-in" | "error page" | "crashed tab" | "lost value";
  kind: "handled";
  node: string;
  reason: string;
}
/**
 * Something unexpected that stood in a step's way, and what was done about it.
 */
export interface HandledPage {
  action: string;
  handler: "cookie banner" | "still there" | "announcement" | "folded menu" | "sign-in" | "error page" | "crashed tab" | "lost value";
  node: string;
  reason: string;
}
/**
 * A signed checkpoint: these chains ended so, and so did the audit log before this entry.
 */
export interface HeadsSigned {
  at: string;
  heads: ChainHead[];
  key: string;
  kind: "heads_signed";
  log_hash: string;
  log_seq: number;
  removals: "signed" | null;
  signature: string;
}
/**
 * A step whose element was found otherwise, and the change of the SOP that is proposed for it.
 */
export interface Healed {
  amendment: string;
  label: string;
  node: string;
}
export interface Health {
  status: "ok";
  version: string;
}
/**
 * How the service stands.
 */
export interface HealthPage {
  database: string;
  free_bytes: number;
  home: string;
  version: string;
  work: {
    [k: string]: number;
  };
  workers: WorkerLine[];
  working: boolean;
}
/**
 * A worker that holds sessions now.
 */
export interface WorkerLine {
  gone: boolean;
  machine: string;
  sessions: number;
  worker: string;
}
/**
 * Nothing of these sessions may be removed until the hold is released.
 */
export interface HoldPlaced {
  by: string;
  everything: boolean;
  hold: string;
  kind: "hold_placed";
  sessions: string[];
  sops: string[];
  why: string;
}
/**
 * A hold does not hold any more.
 */
export interface HoldReleased {
  by: string;
  hold: string;
  key: string | null;
  kind: "hold_released";
  signature: string | null;
  why: string;
}
/**
 * What a request has started.
 */
export interface Hooked {
  ignored: string[];
  session: string;
}
/**
 * Rest the pointer on the target, where that opens something.
 */
export interface Hover {
  do: "hover";
}
/**
 * A variable that a session is given.
 */
export interface Input {
  default: string | null;
  description: string;
  example: string | null;
  name: string;
  required: boolean;
  type: string;
}
/**
 * The action is about to be dispatched; after a crash, an intent without an outcome is in doubt.
 */
export interface Intended {
  action: string;
  attempt: number;
  do: string | null;
  effect: "none" | "repeatable" | "once";
  held_before: boolean | null;
  kind: "intended";
  node: string;
  old_value: string | null;
  secret: boolean | null;
  target: Target | null;
  url: string | null;
}
/**
 * A loop's item could not be done, and the loop goes on without it.
 */
export interface ItemFailed {
  at: string;
  by: string;
  error: string;
  item: string;
  kind: "item_failed";
  node: string;
  number: number;
}
/**
 * The gate decided.
 */
export interface Judged {
  attempt: number;
  categories: ("destructive" | "irreversible" | "financial" | "credential" | "system" | "sharing" | "file_system" | "unfamiliar")[];
  factors: string[];
  kind: "judged";
  node: string;
  reason: string;
  risk: "low" | "medium" | "high";
  rule: string;
  verdict: "allow" | "ask" | "block";
}
/**
 * The gate's verdict, in words.
 */
export interface Judgement {
  categories: ("destructive" | "irreversible" | "financial" | "credential" | "system" | "sharing" | "file_system" | "unfamiliar")[];
  decision: "allow" | "ask" | "block";
  factors: string[];
  reason: string;
  risk: "low" | "medium" | "high";
  rule: string;
  source: string;
}
/**
 * What became of a secret.
 */
export interface Kept {
  name: string;
  place: string;
}
/**
 * From now on, checkpoints are signed with this key; its predecessor vouches for it.
 */
export interface KeyChanged {
  at: string;
  by: string;
  key: string;
  kind: "key_changed";
  previous: string | null;
  public: string;
  signature: string;
  why: string;
}
/**
 * Where acting on an element leads, and what is said around it, as the gate judges it.
 */
export interface LeadFacts1 {
  alone: boolean;
  chosen: Chosen[];
  confirm: string | null;
  dialog: string | null;
  drawn: string | null;
  fields: string[];
  lang: string | null;
  method: string | null;
  money: string[];
  submit: string | null;
  ticked: number | null;
  url: string | null;
}
/**
 * The session that was made.
 */
export interface Made {
  session: string;
}
/**
 * Who asks.
 */
export interface Me {
  roles: ("viewer" | "operator" | "approver" | "admin")[];
  user: string;
}
/**
 * A part of a request that does not fit: where, and why. What was sent is not repeated.
 */
export interface Misfit {
  loc: (string | number)[];
  msg: string;
  type: string;
}
/**
 * What came of a question to a model, and what it took.
 */
export interface ModelAnswered {
  answer: Json;
  calls: number;
  cost: number | null;
  estimated: boolean;
  input_tokens: number;
  kind: "model_answered";
  node: string;
  output_tokens: number;
  price_list: string;
  purpose: string;
  question: string;
  recorded: boolean;
  seconds: number;
  why: string;
}
/**
 * A model is about to be asked; what it was sent is kept without secrets.
 */
export interface ModelAsked {
  evidence: string[];
  kind: "model_asked";
  model: string;
  node: string;
  picture: boolean;
  prompt: string;
  prompt_hash: string;
  purpose: string;
  question: string;
  text: string;
}
/**
 * What stands around the element; texts are trimmed to 80 characters, but for the dialog's.
 */
export interface Neighbourhood2 {
  after: string | null;
  before: string | null;
  cells: string[];
  dialog: string | null;
  group: string | null;
  heading: string | null;
  row: string | null;
  section: string | null;
}
/**
 * A token, told this once.
 */
export interface NewToken {
  token: string;
}
/**
 * The walk arrived at a node.
 */
export interface NodeEntered {
  kind: "node_entered";
  label: string;
  node: string;
  visit: number;
}
/**
 * The walk leaves a node.
 */
export interface NodeLeft {
  kind: "node_left";
  millis: number;
  node: string;
  outcome: string;
  why: string | null;
}
/**
 * The recorded element was not found beyond doubt; these are what it might be.
 */
export interface Offered {
  attempt: number;
  kind: "offered";
  node: string;
  options: Option[];
  picture: string | null;
  why: string;
}
/**
 * A `once` action that was performed, or that may have been.
 */
export interface OnceEffect {
  action: string;
  label: string;
  node: string;
}
/**
 * Go to an address in the node's page.
 */
export interface Open {
  do: "open";
  url: string;
}
/**
 * A question of a session that waits.
 */
export interface OpenQuestion {
  allowed_by: string[];
  asked: string;
  choices: string[];
  deadline: string | null;
  doubts: string[];
  editable: string | null;
  effect: string;
  factors: string[];
  form: ("approve" | "choose" | "answer" | "review") | null;
  gaps: string[];
  label: string;
  needs: string;
  node: string;
  objection: string | null;
  on_timeout: "deny" | "wait";
  options: Option[];
  picture: string | null;
  question: string;
  request: string;
  risk: "low" | "medium" | "high";
  session: string;
  sources: string[];
  text: string;
  title: string;
  values: string[];
  where: string;
  why: string;
}
/**
 * The session that a fork was made of, and the entry of the checkpoint at which it begins.
 */
export interface Origin {
  by: string;
  entry: number;
  node: string;
  session: string;
}
/**
 * What became of a moment at which a schedule was due.
 */
export interface PastStart {
  due: string;
  note: string;
  session: string | null;
  template: string;
}
/**
 * Paste text into the target, as one paste event.
 */
export interface Paste {
  do: "paste";
  text: string;
}
/**
 * Pick a day in the calendar that the page shows, turning to its month first.
 *
 * `date` is ISO 8601 (`2026-11-17`), as variables of the type `date` are. The calendar is one that the page
 * draws itself; the target opens it. Without a target it is one that is open already.
 */
export interface PickDate {
  date: string;
  do: "pick_date";
}
/**
 * A masked picture of the page was kept.
 */
export interface Pictured {
  hidden: {
    [k: string]: number;
  } | null;
  kind: "pictured";
  moment: "before" | "after" | "failure";
  node: string;
  picture: string;
}
/**
 * One layer of policy, as its file says it.
 */
export interface PolicyDocument {
  actions: {
    [k: string]: "allow" | "ask unless named" | "ask" | "block";
  };
  amounts: AmountLimit[];
  approvals: {
    [k: string]: ApprovalNeed;
  };
  categories: {
    [k: string]: "allow" | "ask unless named" | "ask" | "block";
  };
  clipboard: ("allow" | "ask unless named" | "ask" | "block") | null;
  domains: DomainRules1;
  files: FileRules1;
  keys: {
    [k: string]: "allow" | "ask unless named" | "ask" | "block";
  };
  limits: CountLimit[];
  lower_layers_may: (
    "mode" | "domains" | "actions" | "keys" | "clipboard" | "files" | "categories" | "risk" | "amounts" | "times" | "limits" | "approvals"
  )[];
  mode: ("disabled" | "permissive" | "standard" | "strict" | "paranoid") | null;
  name: string;
  risk: RiskRules;
  times: TimeWindow[];
  version: 1;
}
/**
 * Which hosts may be visited; a pattern is a host, with a port where it is not the scheme's own, or
 * `*.example.com` for the subdomains. The SOP's own `environment.domains` holds as well.
 */
export interface DomainRules1 {
  allow: string[] | null;
  deny: string[];
  third_party: ("allow" | "block") | null;
}
/**
 * Which files of this machine may be uploaded, or opened by `file:` addresses; what a session itself
 * downloaded may always be uploaded.
 */
export interface FileRules1 {
  from: string[] | null;
}
/**
 * What the assessed risk of an action asks for.
 */
export interface RiskRules {
  ask_from: ("low" | "medium" | "high") | "never" | null;
  ask_named_from: ("low" | "medium" | "high") | "never" | null;
  block_from: ("low" | "medium" | "high") | "never" | null;
  sure_from: number | null;
}
/**
 * When effects are allowed; outside of all windows they are not.
 */
export interface TimeWindow {
  days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
  from: string;
  outside: "ask" | "block";
  timezone: string;
  to: string;
}
/**
 * What a text would be as the organisation's policy.
 */
export interface PolicyFindings {
  categories: {
    [k: string]: string;
  };
  error: string | null;
  mode: ("disabled" | "permissive" | "standard" | "strict" | "paranoid") | null;
  notes: string[];
}
/**
 * The organisation's policy as it is now.
 */
export interface PolicyPage {
  categories: {
    [k: string]: string;
  };
  error: string | null;
  hash: string;
  layers: string[];
  mode: "disabled" | "permissive" | "standard" | "strict" | "paranoid";
  path: string;
  rules: Rule[];
  text: string;
}
/**
 * Something that people decided for good.
 */
export interface Rule {
  by: string;
  id: string;
  status: "in force" | "expired" | "revoked" | "not signed";
  until: string;
  words: string;
}
/**
 * An edited policy to keep.
 */
export interface PolicySaving {
  base: string;
  text: string;
}
/**
 * A policy as somebody edits it.
 */
export interface PolicyText {
  text: string;
}
/**
 * Press a key or a shortcut, in Playwright's notation: `Enter`, `Control+s`.
 */
export interface Press {
  do: "press";
  keys: string;
}
/**
 * A rung says: this action on this element.
 */
export interface Proposed {
  action: string;
  attempt: number;
  confidence: number;
  element: ElementSnapshot | null;
  host: string;
  kind: "proposed";
  node: string;
  reasons: string[];
  rung: "exact" | "candidates" | "explore" | "vision" | "human";
}
/**
 * A session was removed to save space, or because it was kept long enough; this is what stays of it.
 */
export interface Pruned {
  by: string;
  entries: number;
  hash: string;
  key: string | null;
  kind: "pruned";
  outcome:
    | "done"
    | "done, unverified"
    | "done with exceptions"
    | "stopped before effect"
    | "needs reconciliation"
    | "waiting"
    | "blocked"
    | "cancelled"
    | "failed";
  session: string;
  signature: string | null;
  started: string;
  title: string;
  why: string;
}
/**
 * What is to be recorded.
 */
export interface RecordingBody {
  here?: boolean;
  title?: string;
  url: string;
}
/**
 * Where one can record.
 */
export interface RecordingPlace {
  recordings: RecordingView[];
  window: boolean;
}
/**
 * A recording that was begun in the console.
 */
export interface RecordingView {
  by: string;
  error: string | null;
  here: boolean;
  id: string;
  sop: string | null;
  state: "recording" | "compiling" | "added" | "failed";
  steps: string[];
  title: string;
  url: string;
}
/**
 * The answer to what is not done.
 */
export interface Refusal {
  error: Fault;
}
/**
 * Load the page again.
 */
export interface Reload {
  do: "reload";
}
/**
 * "Always allow 'Archive' in this SOP on this host": it fits what it was made for, and nothing more.
 */
export interface RememberedRule {
  at: string;
  at_most: string;
  by: string;
  categories: ("destructive" | "irreversible" | "financial" | "credential" | "system" | "sharing" | "file_system" | "unfamiliar")[];
  currency: string;
  decision: "allow" | "block";
  host: string;
  id: string;
  keys: string;
  kind: string;
  leads: string;
  name: string;
  question: string;
  risk: "low" | "medium" | "high";
  role: string | null;
  session: string;
  sop: string;
  until: string;
  values: string[];
}
/**
 * Call the app's HTTP interface in place of its pages, with the cookies of the session's own browser.
 *
 * Redirects are followed within the SOP's domains only; `headers` go to the address's own origin alone.
 */
export interface Request {
  body:
    | string
    | {
        [k: string]: Json;
      }
    | Json[]
    | null;
  do: "request";
  expect_status: number | null;
  form: {
    [k: string]: string;
  };
  headers: {
    [k: string]: string;
  };
  into: {
    [k: string]: string;
  };
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
}
/**
 * A failure is tried again.
 */
export interface Retried {
  attempt: number;
  kind: "retried";
  node: string;
  reason: string;
  seconds: number;
}
/**
 * An action that was to be undone, and how that was done, or why not.
 */
export interface Reversal {
  action: string;
  effect: "none" | "repeatable" | "once";
  how: string;
  label: string;
  node: string;
}
/**
 * Why a rule shall not hold any more.
 */
export interface Revoking {
  why?: string;
}
/**
 * Open the target's context menu.
 */
export interface RightClick {
  do: "right_click";
  modifiers: ("Alt" | "Control" | "Meta" | "Shift")[];
  position: [number, number] | null;
}
/**
 * What the assessed risk of an action asks for.
 */
export interface RiskRules1 {
  ask_from: ("low" | "medium" | "high") | "never" | null;
  ask_named_from: ("low" | "medium" | "high") | "never" | null;
  block_from: ("low" | "medium" | "high") | "never" | null;
  sure_from: number | null;
}
/**
 * How many rows stand so.
 */
export interface RowCounts {
  done: number;
  not_done: number;
  to_do: number;
}
/**
 * A row of a table, in short.
 */
export interface RowLine {
  given: string[];
  outcome:
    | (
        | "done"
        | "done, unverified"
        | "done with exceptions"
        | "stopped before effect"
        | "needs reconciliation"
        | "waiting"
        | "blocked"
        | "cancelled"
        | "failed"
      )
    | null;
  row: number;
  seconds: number | null;
  session: string | null;
  standing: ("queued" | "running" | "waiting" | "paused" | "interrupted" | "ended" | "broken") | null;
  why: string;
}
/**
 * A person's answer holds for what is alike, until it expires or is revoked.
 */
export interface RuleRemembered {
  kind: "rule_remembered";
  node: string;
  rule: RememberedRule;
}
/**
 * A remembered answer does not hold any more; written to the chain that it stands in, at any time.
 */
export interface RuleRevoked {
  by: string;
  kind: "rule_revoked";
  rule: string;
  why: string;
}
/**
 * Who wrote a remembered rule had the signing key; one of which no such entry tells is not obeyed.
 */
export interface RuleVouched {
  hash: string;
  key: string | null;
  kind: "rule_vouched";
  rule: string;
  seq: number;
  session: string;
  signature: string | null;
}
/**
 * A run of an SOP, as a small bar.
 */
export interface RunBar {
  outcome:
    | (
        | "done"
        | "done, unverified"
        | "done with exceptions"
        | "stopped before effect"
        | "needs reconciliation"
        | "waiting"
        | "blocked"
        | "cancelled"
        | "failed"
      )
    | null;
  seconds: number | null;
  session: string;
  standing: "queued" | "running" | "waiting" | "paused" | "interrupted" | "ended" | "broken";
}
/**
 * A run that is wished for.
 */
export interface Running {
  ask_every_step?: boolean;
  autonomy?: "exact" | "candidates" | "explore" | "vision" | "human";
  columns?: string[];
  inputs?: {
    [k: string]: string;
  };
  rows?: {
    [k: string]: string;
  }[];
  separator?: string;
  values?: [number, string][];
}
/**
 * An edited document to keep.
 */
export interface Saving {
  base: string;
  document: {
    [k: string]: Json;
  };
  note?: string;
}
/**
 * What starts by the clock: what will, and what did.
 */
export interface SchedulePage {
  past: PastStart[];
  templates: TemplateView[];
}
/**
 * A template as the console shows it.
 */
export interface TemplateView {
  ask_every_step: boolean;
  autonomy: "exact" | "candidates" | "explore" | "vision" | "human";
  given: {
    [k: string]: string;
  };
  name: string;
  owner: string;
  priority: number;
  saved: string;
  schedules: ScheduleView[];
  sop: string | null;
  sop_id: string;
  title: string;
  version: string;
}
/**
 * When a template starts by itself.
 */
export interface ScheduleView {
  cron: string;
  error: string | null;
  next: string[];
  timezone: string;
}
/**
 * Scroll the target (the page without one) to an offset, or until more content has come.
 */
export interface Scroll {
  do: "scroll";
  to_end: boolean;
  x: number;
  y: number;
}
/**
 * What was scrubbed of the session so far; told when it ends, and never by value.
 */
export interface Scrubbed {
  found: {
    [k: string]: number;
  };
  kind: "scrubbed";
  provider: string;
}
/**
 * A secret that a session needs, and whether the server knows it.
 */
export interface Secret {
  known: boolean;
  name: string;
}
/**
 * A secret to keep, in place of one with its name and user.
 */
export interface SecretBody {
  hosts?: string[];
  name: string;
  one_time?: boolean;
  sops?: string[];
  user?: string;
  value: string;
}
/**
 * A secret by its name; values are never told.
 */
export interface SecretLine {
  for_sops: string[];
  hosts: string[];
  kept: boolean;
  kind: string;
  known: boolean;
  name: string;
  set_at: string;
  set_by: string;
  user: string;
  wanted_by: string[];
}
/**
 * The secrets that the library's SOPs want, and those that the home keeps.
 */
export interface SecretPage {
  error: string | null;
  place: string;
  secrets: SecretLine[];
}
/**
 * Choose options of a native select by their visible text (or value).
 */
export interface Select {
  do: "select";
  options: string[];
}
/**
 * The session is over.
 */
export interface SessionEnded {
  error: string | null;
  kind: "session_ended";
  node: string | null;
  outcome:
    | "done"
    | "done, unverified"
    | "done with exceptions"
    | "stopped before effect"
    | "needs reconciliation"
    | "waiting"
    | "blocked"
    | "cancelled"
    | "failed";
  suggestion: string | null;
}
/**
 * A session in a list.
 */
export interface SessionLine {
  batch: string | null;
  broken: boolean;
  idle_seconds: number;
  interrupted: boolean;
  last: string;
  outcome:
    | (
        | "done"
        | "done, unverified"
        | "done with exceptions"
        | "stopped before effect"
        | "needs reconciliation"
        | "waiting"
        | "blocked"
        | "cancelled"
        | "failed"
      )
    | null;
  owner: string;
  row: number | null;
  running: boolean;
  session: string;
  sop_id: string;
  started: string;
  state: ("queued" | "held" | "waiting" | "paused" | "ended") | null;
  title: string;
}
/**
 * The procedure of a session.
 */
export interface SessionSop {
  document: {
    [k: string]: Json;
  };
  outline: Outline;
}
/**
 * A run of one SOP version on one input begins.
 */
export interface SessionStarted {
  autonomy: "exact" | "candidates" | "explore" | "vision" | "human";
  batch: string | null;
  browser: string;
  handrail_version: string;
  inputs: {
    [k: string]: Json;
  };
  inputs_hide: string[];
  kind: "session_started";
  machine: string;
  now: string;
  origin: Origin | null;
  pid: number | null;
  policy: string;
  policy_mode: string;
  row: number | null;
  rows: string | null;
  settings: {
    [k: string]: Json;
  };
  sop: string;
  sop_id: string;
  sop_path: string;
  sop_version: string;
  title: string;
  user: string;
}
/**
 * One session as a page of the console.
 */
export interface SessionView {
  autonomy: string;
  browser: string;
  can_be_undone: boolean;
  healed: Healed[];
  inputs: [string, Json][];
  is_table: boolean;
  line: ViewLine;
  machine: string;
  meaning: string;
  steps: Step[];
  summary: Summary;
  tone: "good" | "warn" | "bad" | "calm" | "idle";
}
/**
 * A session in the console's list.
 */
export interface ViewLine {
  batch: string | null;
  outcome:
    | (
        | "done"
        | "done, unverified"
        | "done with exceptions"
        | "stopped before effect"
        | "needs reconciliation"
        | "waiting"
        | "blocked"
        | "cancelled"
        | "failed"
      )
    | null;
  owner: string;
  row: number | null;
  seconds: number | null;
  session: string;
  sop_id: string;
  standing: "queued" | "running" | "waiting" | "paused" | "interrupted" | "ended" | "broken";
  started: string;
  title: string;
}
/**
 * One arrival at a node, in words; `visit` counts the arrivals at it.
 */
export interface Step {
  action: string;
  criteria: Criterion[];
  entered: string;
  how: [string, string][];
  label: string;
  millis: number | null;
  node: string;
  notes: StepNote[];
  number: number;
  pictures: StepPicture[];
  retries: number;
  rung: string | null;
  status: "pending" | "running" | "done" | "unverified" | "failed" | "waiting";
  visit: number;
}
/**
 * A line that stands out in a step.
 */
export interface StepNote {
  text: string;
  title: string;
  tone: "good" | "warn" | "bad" | "calm" | "idle";
}
/**
 * A picture of the page that a step kept.
 */
export interface StepPicture {
  at: string;
  moment: "before" | "after" | "failure";
  picture: string;
}
/**
 * What a session came to. Times are seconds.
 */
export interface Summary {
  approvals_answered: number;
  approvals_asked: number;
  batch: string | null;
  cannot_be_undone: OnceEffect[];
  elapsed_seconds: number;
  error: string | null;
  exceptions: GivenUp[];
  found_otherwise: FoundOtherwise[];
  handled: HandledPage[];
  idle_seconds: number;
  in_doubt: OnceEffect[];
  interrupted: boolean;
  model_calls: number;
  model_cost: number | null;
  model_tokens: number;
  not_undone: Reversal[];
  once_done: OnceEffect[];
  open_questions: Unanswered[];
  outcome:
    | "done"
    | "done, unverified"
    | "done with exceptions"
    | "stopped before effect"
    | "needs reconciliation"
    | "waiting"
    | "blocked"
    | "cancelled"
    | "failed";
  outputs: {
    [k: string]: Json;
  };
  pictures: string[];
  policy: string;
  queued_seconds: number;
  retries: number;
  row: number | null;
  rungs: {
    [k: string]: number;
  };
  session: string | null;
  sop_id: string;
  sop_version: string;
  started: string;
  steps: number;
  steps_done: number;
  stopped_at: string | null;
  suggestion: string | null;
  title: string;
  undone: Reversal[];
  unverified: UnverifiedNode[];
  waited_seconds: number;
}
/**
 * A question that a person has not answered.
 */
export interface Unanswered {
  node: string;
  question: string;
  request: string;
  why: string;
}
/**
 * A node that was not shown to have done what it is for, and why not.
 */
export interface UnverifiedNode {
  label: string;
  node: string;
  why: string;
}
/**
 * Give a variable a value: `{{ added | plus(1) }}`.
 */
export interface SetVariable {
  do: "set";
  name: string;
  value: string;
}
/**
 * Limits of one run; times in seconds. A node's own `timeout` and `retry` go before.
 */
export interface Settings {
  ask_every_step: boolean;
  autonomy: "exact" | "candidates" | "explore" | "vision" | "human";
  find_seconds: number;
  grace_seconds: number;
  models: boolean;
  navigation_seconds: number;
  retries: number;
  retry_at_most: number;
  retry_seconds: number;
  run_seconds: number;
  take_over_seconds: number;
  verify_seconds: number;
}
/**
 * Whether an action in doubt was done, as it was found out later.
 */
export interface Settled {
  attempt: number;
  by: string;
  kind: "settled";
  node: string;
  verdict: "done" | "not done";
  visit: number | null;
  why: string;
}
/**
 * An SOP in a list.
 */
export interface ShelfLine {
  fault: string | null;
  file: string;
  id: string;
  title: string;
  variables: {
    [k: string]: Variable;
  };
  version: string;
}
/**
 * An input of the procedure, or a value that a node reads.
 */
export interface Variable {
  default: string | null;
  description: string;
  example: string | null;
  output: boolean;
  required: boolean;
  secret: boolean;
  type: "text" | "number" | "date" | "boolean" | "file" | "list" | "record";
}
/**
 * Somebody came to the service without a token that is valid.
 */
export interface SignInFailed {
  count: number;
  kind: "sign_in_failed";
  source: string;
  why: string;
}
/**
 * How one may sign in here, beside a token.
 */
export interface SignInWays {
  oidc: string | null;
}
/**
 * The optional step that is to be passed over.
 */
export interface SkipBody {
  node: string;
  why?: string;
}
/**
 * An SOP in the library's list.
 */
export interface SopLine {
  amendments: number;
  error: string | null;
  goal: string;
  name: string;
  next_start: string | null;
  owner: string;
  questions: number;
  ready: boolean;
  runs: RunBar[];
  saved: string;
  steps: number;
  success: number | null;
  title: string;
  version: string;
}
/**
 * An SOP of the library as a page.
 */
export interface SopPage {
  amendments: AmendmentView[];
  document: {
    [k: string]: Json;
  };
  findings: Findings;
  hash: string;
  inputs: Input[];
  name: string;
  runs: ViewLine[];
  secrets: Secret[];
  versions: Version[];
}
/**
 * An SOP as it was saved at some time.
 */
export interface Version {
  artefact: string;
  by: string;
  note: string;
  saved: string;
  version: string;
}
/**
 * A session as a person asks for it.
 */
export interface Standing {
  address: string;
  driver: string;
  handed_by: string;
  handed_to_worker: string;
  handed_why: string;
  owner: string;
  questions: Asked[];
  running: boolean;
  state: ("queued" | "held" | "waiting" | "paused" | "ended") | null;
  summary: Summary;
  worker: string | null;
}
/**
 * A session that is wished for: of an SOP of the shelf, or of a template.
 */
export interface StartBody {
  autonomy?: "exact" | "candidates";
  inputs?: {
    [k: string]: string;
  };
  priority?: number;
  sop?: string | null;
  step?: boolean;
  template?: string | null;
}
/**
 * The session that was begun.
 */
export interface Started {
  session: string;
}
/**
 * How the session stands now; `held` while its step ends.
 */
export interface Steered {
  session: string;
  state: "queued" | "held" | "waiting" | "paused" | "ended";
}
/**
 * Whether to ask before every step from now on.
 */
export interface StepBody {
  on: boolean;
}
/**
 * A person showed steps that the SOP lacks, or exploring found them; nothing changes before they are
 * accepted.
 */
export interface StepsProposed {
  amendment: string;
  field: "steps";
  kind: "steps_proposed";
  new: Task[];
  node: string;
  old: (Task | Explore)[];
  pictures: string[];
  reasons: string[];
  score: number;
  url: string;
}
/**
 * One action on one target.
 */
export interface Task {
  action:
    | Open
    | Back
    | Forward
    | Reload
    | Click
    | DoubleClick
    | RightClick
    | Hover
    | Fill
    | Type
    | Press
    | Select
    | Check
    | Uncheck
    | Upload
    | Download
    | PickDate
    | Drag
    | Scroll
    | SwitchTab
    | CloseTab
    | Wait
    | Copy
    | Paste
    | SetVariable
    | Request
    | Dialog;
  autonomy: ("exact" | "candidates" | "explore" | "vision" | "human") | null;
  before: (
    | ElementIs
    | TextIs
    | ValueIs
    | CountIs
    | UrlIs
    | TitleIs
    | VariableIs
    | DateIs
    | FileIs
    | ResponseWas
    | DownloadWas
    | HttpReads
    | SqlReads
    | MailReads
    | AllOf
    | AnyOf
    | Not
  )[];
  compensation: string | null;
  context: string;
  dialogs: ExpectedDialog[];
  done_when: (
    | ElementIs
    | TextIs
    | ValueIs
    | CountIs
    | UrlIs
    | TitleIs
    | VariableIs
    | DateIs
    | FileIs
    | ResponseWas
    | DownloadWas
    | HttpReads
    | SqlReads
    | MailReads
    | AllOf
    | AnyOf
    | Not
  )[];
  effect: "none" | "repeatable" | "once";
  effect_reason: string;
  id: string;
  identity: (
    | ElementIs
    | TextIs
    | ValueIs
    | CountIs
    | UrlIs
    | TitleIs
    | VariableIs
    | DateIs
    | FileIs
    | ResponseWas
    | DownloadWas
    | HttpReads
    | SqlReads
    | MailReads
    | AllOf
    | AnyOf
    | Not
  )[];
  intent: string;
  label: string;
  opens: string | null;
  optional: boolean;
  page: string;
  retry: Retry | null;
  risk: string | null;
  sends: string[];
  skills: (
    | Open
    | Back
    | Forward
    | Reload
    | Click
    | DoubleClick
    | RightClick
    | Hover
    | Fill
    | Type
    | Press
    | Select
    | Check
    | Uncheck
    | Upload
    | Download
    | PickDate
    | Drag
    | Scroll
    | SwitchTab
    | CloseTab
    | Wait
    | Copy
    | Paste
    | SetVariable
    | Request
    | Dialog
  )[];
  target: Target | null;
  timeout: number | null;
  type: "task";
}
/**
 * Type text key by key into the target, where the page listens to the keys; without one, into whatever
 * has the focus.
 */
export interface Type {
  do: "type";
  replaces: boolean;
  text: string;
}
/**
 * Untick a check box or switch.
 */
export interface Uncheck {
  do: "uncheck";
}
/**
 * Give files to a file field or to the chooser that the target opens; paths from the SOP's folder.
 */
export interface Upload {
  do: "upload";
  drop: boolean;
  files: string[];
}
/**
 * Make another open tab the current one, by the name that the SOP gives it.
 */
export interface SwitchTab {
  do: "switch_tab";
  page: string;
}
/**
 * Wait until the node's completion criterion holds.
 */
export interface Wait {
  do: "wait";
}
/**
 * Rows of a table, and how all of them stand.
 */
export interface TableRows {
  counts: RowCounts;
  lines: RowLine[];
  outcomes: [
    (
      | "done"
      | "done, unverified"
      | "done with exceptions"
      | "stopped before effect"
      | "needs reconciliation"
      | "waiting"
      | "blocked"
      | "cancelled"
      | "failed"
    ),
    number
  ][];
  rows: number;
  same: [string, string][];
  varying: string[];
  waits: boolean;
}
/**
 * A dropped table.
 */
export interface TableView {
  columns: string[];
  rows: {
    [k: string]: string;
  }[];
  separator: string;
  values: [number, string][];
}
/**
 * A process takes the session up: at its beginning, or again after it waited or its process ended.
 *
 * What was walked after `rewound_to` is walked once more, but for `once` actions that were done.
 */
export interface Taken {
  browser: string;
  handrail_version: string;
  kind: "taken";
  machine: string;
  node: string | null;
  pid: number | null;
  rewound_to: number | null;
  user: string;
  why: string;
}
/**
 * A person works in the session's browser from now on, and the walk stands still.
 */
export interface TakenOver {
  address: string;
  by: string;
  kind: "taken_over";
  node: string;
  number: number;
  why: string;
}
/**
 * What a template keeps.
 */
export interface Template {
  files_from: string[] | null;
  folder: string;
  given: {
    [k: string]: string;
  };
  policy: TemplatePolicy | null;
  priority: number;
  schedules: CronTrigger[];
  settings: Settings1;
  sop: string;
  sop_path: string;
}
/**
 * The policy that a template's sessions are started with, as it was when the template was saved.
 */
export interface TemplatePolicy {
  allow_disabled: boolean;
  document: PolicyDocument;
  source: string;
}
/**
 * Limits of one run; times in seconds. A node's own `timeout` and `retry` go before.
 */
export interface Settings1 {
  ask_every_step: boolean;
  autonomy: "exact" | "candidates" | "explore" | "vision" | "human";
  find_seconds: number;
  grace_seconds: number;
  models: boolean;
  navigation_seconds: number;
  retries: number;
  retry_at_most: number;
  retry_seconds: number;
  run_seconds: number;
  take_over_seconds: number;
  verify_seconds: number;
}
/**
 * A template that is wished for.
 */
export interface TemplateBody {
  ask_every_step?: boolean;
  autonomy?: "exact" | "candidates" | "explore" | "vision" | "human";
  given?: {
    [k: string]: string;
  };
  priority?: number;
  schedules?: WishedSchedule[];
  sop: string;
}
/**
 * A schedule in five cron fields.
 */
export interface WishedSchedule {
  cron: string;
  if_waiting?: "skip" | "queue";
  timezone?: string;
}
/**
 * A template in a list.
 */
export interface TemplateLine {
  name: string;
  owner: string;
  saved: string;
  template: Template;
}
/**
 * Values that go before what is preset.
 */
export interface TemplateStart {
  inputs?: {
    [k: string]: string;
  };
}
/**
 * A model's text was taken: by itself, or because a person accepted or edited it.
 */
export interface TextWritten {
  by: string;
  characters: number;
  doubts: string[];
  edited: boolean;
  gaps: string[];
  kind: "text_written";
  name: string;
  node: string;
}
/**
 * Somebody was told of a question, by a channel. It changes nothing of the session.
 */
export interface Told {
  channel: string;
  kind: "told";
  node: string;
  request: string;
  to: string;
  what: "asked" | "escalated" | "withdrawn" | "not reached";
  why: string;
}
/**
 * The data of an `entry` event.
 */
export interface ToldEntry {
  at: string;
  event:
    | SessionStarted
    | Taken
    | Pruned
    | Checkpoint
    | Settled
    | NodeEntered
    | Proposed
    | Judged
    | Asked
    | Answered
    | Told
    | RuleRemembered
    | RuleRevoked
    | Intended
    | Acted
    | ActFailed
    | Retried
    | Handled
    | Detour
    | Pictured
    | Scrubbed
    | Verified
    | Unverified
    | Decided
    | ModelAsked
    | ModelAnswered
    | TextWritten
    | TurnBegun
    | ItemFailed
    | Offered
    | VariableSet
    | NodeLeft
    | SessionEnded
    | AmendmentProposed
    | AmendmentDecided
    | HandedOver
    | TakenOver
    | HandedBack
    | DoneByHand
    | StepsProposed
    | WayFound
    | Forked
    | UndoBegun
    | Undone
    | UndoEnded
    | HeadsSigned
    | KeyChanged
    | Anchored
    | HoldPlaced
    | HoldReleased
    | Erased
    | RuleVouched
    | SignInFailed
    | Exported;
  hash: string;
  seq: number;
}
/**
 * The node's completion criteria all held, or the app told otherwise that what they are for was done.
 */
export interface Verified {
  criteria: Criterion[];
  kind: "verified";
  node: string;
  otherwise: string | null;
}
/**
 * The node has no completion criterion, or one did not hold.
 */
export interface Unverified {
  ahead: boolean;
  criteria: Criterion[];
  kind: "unverified";
  node: string;
  why: string;
}
/**
 * A loop takes its next item.
 */
export interface TurnBegun {
  item: string;
  key: string | null;
  kind: "turn_begun";
  node: string;
  number: number;
  of: number | null;
  url: string;
  value: Json;
}
/**
 * A node gave a variable its value.
 */
export interface VariableSet {
  kind: "variable_set";
  name: string;
  node: string;
  value: Json;
}
/**
 * Exploring led to what a node looks for, and the node was then seen to have worked.
 */
export interface WayFound {
  confidence: number;
  kind: "way_found";
  node: string;
  start: string;
  steps: Task[];
  taken: number;
  url: string;
  values: {
    [k: string]: Json;
  };
}
/**
 * What was done behind an entry is about to be taken back, the last of it first.
 */
export interface UndoBegun {
  after: number;
  by: string;
  category: Category1;
  group: string | null;
  kind: "undo_begun";
  node: string | null;
  to: string | null;
  why: string;
}
/**
 * What came of undoing one action.
 */
export interface Undone {
  action: string;
  attempt: number;
  effect: "none" | "repeatable" | "once";
  how: string;
  kind: "undone";
  node: string;
  verdict: "undone" | "nothing to undo" | "not undone";
  visit: number;
}
/**
 * The undoing is over; `complete` where no `once` effect was left.
 */
export interface UndoEnded {
  complete: boolean;
  kind: "undo_ended";
}
/**
 * What `serve --demo` has prepared.
 */
export interface Tour {
  app: string;
  session: string | null;
  sop: string;
}
/**
 * An action to test a policy with, as a page would show it.
 */
export interface Trial {
  effect?: "none" | "repeatable" | "once";
  kind?: string;
  leads_to?: string;
  name?: string;
  named?: boolean;
  text: string;
  url?: string;
  value?: string;
}
/**
 * What is to be taken back.
 */
export interface UndoBody {
  to?: string | null;
  why?: string;
}
/**
 * The answer to a request that does not fit its description.
 */
export interface Unfit {
  detail: Misfit[];
}
/**
 * Who is to get a token, and what for.
 */
export interface UserBody {
  /**
   * @minItems 1
   */
  roles: ["viewer" | "operator" | "approver" | "admin", ...("viewer" | "operator" | "approver" | "admin")[]];
  user: string;
}
/**
 * Somebody who may use the console and the API.
 */
export interface UserLine {
  first: boolean;
  roles: ("viewer" | "operator" | "approver" | "admin")[];
  user: string;
}
export interface WhyBody {
  why?: string;
}
