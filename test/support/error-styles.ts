/** How an app's API shows an error. */
export interface ErrorStyle {
  /** The members of every error's body; a route may add others. */
  members: readonly string[];
  /** The code; undefined in a style that has no codes. */
  codeOf(body: unknown): string | undefined;
  /** The error in words. */
  messageOf(body: unknown): string | undefined;
  /** Whether the error says that this field is at fault. */
  namesField(body: unknown, field: string): boolean;
  /** The status for an invalid parameter of a query. */
  invalidParameter: number;
  /** Whether a list takes a cursor that is none as its beginning. */
  beginsAtInvalidCursors?: boolean;
  /** Whether an unknown parameter of a query is an error; else it is without effect. */
  rejectsUnknownParameters: boolean;
}

interface Detailed {
  Error?: { Code?: string; Message?: string; Details?: { Field: string }[] };
}

/** `{Error: {Type, Code, Message, Details}, RequestId}`. */
export const DETAILED: ErrorStyle = {
  members: ['Error', 'RequestId'],
  codeOf: (body) => (body as Detailed | undefined)?.Error?.Code,
  messageOf: (body) => (body as Detailed | undefined)?.Error?.Message,
  namesField: (body, field) =>
    (body as Detailed | undefined)?.Error?.Details?.some(({ Field }) => Field === field) ?? false,
  invalidParameter: 422,
  rejectsUnknownParameters: true,
};

interface Coded {
  error?: string;
  message?: string;
}

/** `{error, message}`: the code, and a text that names the fields. */
export const CODED: ErrorStyle = {
  members: ['error', 'message'],
  codeOf: (body) => (body as Coded | undefined)?.error,
  messageOf: (body) => (body as Coded | undefined)?.message,
  namesField: (body, field) => (body as Coded | undefined)?.message?.includes(field) ?? false,
  invalidParameter: 400,
  rejectsUnknownParameters: false,
  beginsAtInvalidCursors: true,
};

interface Portuguese {
  erro?: string;
}

/** `{erro}`: a text that names the fields. */
export const PORTUGUESE: ErrorStyle = {
  members: ['erro'],
  codeOf: () => undefined,
  messageOf: (body) => (body as Portuguese | undefined)?.erro,
  namesField: (body, field) => (body as Portuguese | undefined)?.erro?.includes(field) ?? false,
  invalidParameter: 400,
  rejectsUnknownParameters: false,
};

interface Nested {
  error?: { message?: string };
}

/** `{error: {message}}`: a text that names the fields. */
export const NESTED: ErrorStyle = {
  members: ['error'],
  codeOf: () => undefined,
  messageOf: (body) => (body as Nested | undefined)?.error?.message,
  namesField: (body, field) => (body as Nested | undefined)?.error?.message?.includes(field) ?? false,
  invalidParameter: 400,
  rejectsUnknownParameters: false,
};
