/** The used fields of the JSON of a message or an error. */
export interface Answer {
  sid?: string;
  segments?: number;
  /** Code of an error. */
  code?: string;
  message?: string;
  /** Error code of a message that failed at once. */
  errorCode?: string;
}

/** Never throws: a proxy may answer anything. */
export function parseAnswer(text: string): Answer {
  const {
    sid,
    num_segments: segments,
    code,
    message,
    error_code: errorCode,
    error_message: failed,
  } = parseObject(text);
  return {
    sid: typeof sid === 'string' && sid !== '' && sid.length <= 100 ? sid : undefined,
    // A messaging service answers 0 until it has chosen a sender.
    segments: Number(segments) >= 1 ? Math.trunc(Number(segments)) : undefined,
    code: numberText(code),
    message: [message, failed].find((each) => typeof each === 'string'),
    errorCode: numberText(errorCode),
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function numberText(value: unknown): string | undefined {
  return /^[1-9]\d{0,9}$/.test(String(value)) ? String(value) : undefined;
}
