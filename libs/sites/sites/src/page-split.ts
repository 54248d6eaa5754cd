/** Conditions of a routing rule; all that are present must hold. Values of a list are alternatives. */
export interface RouteConditions {
  utm_source?: readonly string[];
  utm_medium?: readonly string[];
  utm_campaign?: readonly string[];
  utm_term?: readonly string[];
  utm_content?: readonly string[];
  device?: readonly RouteDevice[];
  /** ISO 3166-1 alpha-2. */
  country?: readonly string[];
  /** Languages, such as `pt`, or with a region, such as `pt-br`. */
  language?: readonly string[];
}

export const ROUTE_DEVICES = ['desktop', 'mobile', 'tablet'] as const;
export type RouteDevice = (typeof ROUTE_DEVICES)[number];

export const UTM_CONDITIONS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** The first rule that holds decides; visitors of no rule get the published version. */
export interface RouteRule {
  when: RouteConditions;
  version: number;
}

/** Conversion of an experiment: a form sent (any, or this one), or an event by name. */
export type ExperimentGoal = { kind: 'form'; formId: string | null } | { kind: 'event'; name: string };

export interface SplitVariant {
  id: string;
  version: number;
  /** 0 to 100; shares are by the sum of all. */
  weight: number;
}

/** Decides which of several versions a visitor of a published page gets. The first variant is the control. */
export type PageSplit =
  | {
      kind: 'experiment';
      experimentId: string;
      phase: number;
      goal: ExperimentGoal;
      variants: readonly SplitVariant[];
      /** Weights that take the place of those of the variants at a time. */
      next?: { from: string; weights: Readonly<Record<string, number>> };
    }
  | { kind: 'routing'; rules: readonly RouteRule[] };
