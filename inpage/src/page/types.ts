// The shapes that cross the border to Python; field names match `sop/target.py`, `sop/locator.py`,
// `sop/condition.py` and `targeting/snapshot.py`.

/** What is told in the place of a secret. */
export const MASK = '•••';

export interface LocatorSpec {
  by: 'role' | 'label' | 'placeholder' | 'text' | 'test_id' | 'row' | 'heading' | 'group' | 'css' | 'xpath';
  role?: string;
  name?: string | null;
  text?: string;
  value?: string;
  attribute?: string;
  css?: string;
  xpath?: string;
  /** Of a row: a part of it says just the text. */
  exact?: boolean;
  /** Of a table's row: the heading of the column in which it says the text. */
  column?: string | null;
  within?: LocatorSpec | null;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Neighbourhood {
  heading?: string;
  section?: string;
  row?: string;
  /** What the parts of the row say, in a recording. */
  cells?: string[];
  before?: string;
  after?: string;
  /** What the radio buttons are called of which it is one. */
  group?: string;
  dialog?: string;
}

export interface FrameStep {
  locators: LocatorSpec[];
  name?: string;
  url?: string;
}

export interface TargetSpec {
  role?: string | null;
  name?: string | null;
  label?: string | null;
  placeholder?: string | null;
  text?: string | null;
  tag?: string | null;
  input_type?: string | null;
  test_id?: string | null;
  attributes?: Record<string, string>;
  ancestors?: string[];
  near?: Neighbourhood;
  frame?: FrameStep[];
  shadow?: string[];
  box?: Box | null;
  locators?: LocatorSpec[];
}

export interface FormFacts {
  method: string;
  action: string;
  name?: string;
}

export interface Snapshot {
  tag: string;
  role: string | null;
  name: string;
  label: string | null;
  placeholder: string | null;
  text: string;
  input_type: string | null;
  test_id: string | null;
  attributes: Record<string, string>;
  ancestors: string[];
  near: Neighbourhood;
  box: Box | null;
  visible: boolean;
  enabled: boolean;
  editable: boolean;
  masked: boolean;
  counted: boolean;
  value: string | null;
  checked: boolean | null;
  expanded: boolean | null;
  href: string | null;
  form: FormFacts | null;
  /** Whether it stands in the row that its target demands. */
  in_row?: boolean | null;
  /** Whether its row says what it is called by under the heading that the target's locator names. */
  under_column?: boolean | null;
  leads?: LeadFacts;
  /** Whether its own label lies over the middle of it. */
  under_label?: boolean | null;
}

/** Where acting on an element leads, and what is said around it; `targeting/snapshot.py` has the same. */
export interface LeadFacts {
  /** What the dialog around the element says. */
  dialog: string | null;
  /** The method and address that the element's own attributes or its form's hidden field declare. */
  method: string | null;
  url: string | null;
  /** The question that the page will ask first. */
  confirm: string | null;
  /** Kinds of fields in the form that say what it is for. */
  fields: string[];
  /** Of a field: the button that Enter presses. */
  submit: string | null;
  /** Of a button: whether no other one in sight sends its form, or not to there. */
  alone: boolean;
  /** Amounts of money in the dialog, form or row. */
  money: string[];
  /** How many rows are ticked. */
  ticked: number | null;
  /** What is chosen in the lists and boxes that go with a button. */
  chosen: Chosen[];
  /** The language that the page declares for it, in two letters. */
  lang: string | null;
  /** What it shows together with the words that the style sheet writes on it. */
  drawn: string | null;
}

/** What one list, group of radio buttons or box says at the moment. */
export interface Chosen {
  /** Its label and its name in the form. */
  field: string;
  option: string;
  value: string | null;
  /** A box, which stands ticked, and not one of several options. */
  ticked: boolean;
}

export interface ConditionSpec {
  kind: string;
  state?: string;
  target?: TargetSpec | null;
  'contains'?: string | null;
  equals?: string | null;
  'matches'?: string | null;
  as_name?: boolean;
  path?: string | null;
  comparison?: string;
  number?: number;
  of?: ConditionSpec[];
  condition?: ConditionSpec;
}
