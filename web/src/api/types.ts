// What the server sends, under the names that the pages use. What it says of itself is generated
// (`generated.ts`); by hand is only the SOP's document, which people edit freely.

import type * as api from "./generated";

export type Json = api.Json;
export type Me = api.Me;
export type SessionLine = api.ViewLine;
export type SessionView = api.SessionView;
export type Summary = api.Summary;
export type Step = api.Step;
export type StepPicture = api.StepPicture;
export type Criterion = api.Criterion;
export type Question = api.OpenQuestion;
export type Option = api.Option;
export type Effect = api.OnceEffect;
export type Problem = api.ProblemView;
export type OutlineStep = api.StepLine;
export type Outline = api.Outline;
export type RunBar = api.RunBar;
export type SopLine = api.SopLine;
export type SopInput = api.Input;
export type SopVersion = api.Version;
export type Amendment = api.AmendmentView;
export type Findings = api.Findings;
export type Difference = api.Difference;
export type Variable = api.Variable;
export type Added = api.Added;
export type Table = api.TableView;
export type TableRows = api.TableRows;
export type RowLine = api.RowLine;
export type Kind = keyof api.RowCounts;
export type Started = api.Started;
export type Made = api.Made;
export type PolicyPage = api.PolicyPage;
export type PolicyFindings = api.PolicyFindings;
export type Trial = api.Trial;
export type Judgement = api.Judgement;
export type Forecasts = api.Forecasts;
export type StepForecast = api.StepForecast;
export type Explained = api.Explained;
export type TemplateView = api.TemplateView;
export type TemplateBody = api.TemplateBody;
export type SchedulePage = api.SchedulePage;
export type Foreseen = api.Foreseen;
export type SecretPage = api.SecretPage;
export type SecretBody = api.SecretBody;
export type KeptSecret = api.Kept;
export type UserLine = api.UserLine;
export type NewToken = api.NewToken;
export type HealthPage = api.HealthPage;
export type Check = api.Examined;
export type Tour = api.Tour;
export type RecordingPlace = api.RecordingPlace;
export type RecordingView = api.RecordingView;

export type Outcome = NonNullable<SessionLine["outcome"]>;
/** How a session stands: in the queue where it is there, else by its journal. */
export type Standing = SessionLine["standing"];
export type NodeStatus = Step["status"];
export type Role = Me["roles"][number];

/** The procedure of a session, as it was when the session began. */
export interface SessionSop {
  document: SopDocument;
  outline: Outline;
}

export interface SopPageData extends Omit<api.SopPage, "document"> {
  document: SopDocument;
}

// The SOP's document --------------------------------------------------------------------------------------------

export interface SopNode {
  type: "task" | "extract" | "decision" | "loop" | "generate" | "explore" | "human" | "group" | "end";
  id: string;
  label?: string;
  children?: SopNode[];
  [field: string]: unknown;
}

export interface SopEdge {
  from: string;
  to: string;
  when?: string;
}

export interface Clarification {
  id: string;
  question: string;
  node?: string | null;
  required?: boolean;
  answer?: string | null;
}

export interface SopDocument {
  meta: { id: string; title: string; goal?: string; version?: string; owner?: string; [field: string]: unknown };
  environment?: { start?: { name?: string; url: string }[]; domains?: string[]; [field: string]: unknown };
  variables?: Record<string, Partial<Variable>>;
  clarifications?: Clarification[];
  nodes: SopNode[];
  edges?: SopEdge[];
  [field: string]: unknown;
}

// Journal -------------------------------------------------------------------------------------------------------

type WithoutNulls<Event> = Event extends unknown
  ? { [Field in keyof Event as null extends Event[Field] ? never : Field]: Event[Field] } & {
      [Field in keyof Event as null extends Event[Field] ? Field : never]?: Event[Field];
    }
  : never;

/** What is nothing is not written into a journal. */
export type JournalEvent = WithoutNulls<api.ToldEntry["event"]>;

export interface Entry {
  seq: number;
  at: string;
  event: JournalEvent;
}
