/** Answers another app what this one holds about one person. */
export const SUBJECT_DATA_PATH = '/internal/subject-data';

/** Addresses and numbers, and ids of leads, in a request. */
export const IDENTIFIERS_MAX = 500;
export const LEADS_MAX = 1_000;

/** Identifiers by which an app finds what it holds about a person. */
export interface Subject {
  /** In lower case. */
  emails: readonly string[];
  /** E.164. */
  phones: readonly string[];
  leadIds: readonly string[];
}

/** A thing that an app holds about a person. */
export interface SubjectItem {
  /** Kind of the thing, as the API calls it. */
  kind: string;
  /** When it came about, as ISO 8601. */
  at: string | null;
  /** Fields and values, as the API calls them. */
  fields: Record<string, unknown>;
}

export interface SubjectData {
  items: SubjectItem[];
  /** Whether there is more than was asked for. */
  cut: boolean;
}
