import { Problem } from '#libs/http';

/** A field whose value is well-formed and not possible; `message` follows the field's name. */
export function invalidParameter(field: string, message: string): Problem {
  return new Problem('InvalidParameter', {
    message: `${field} ${message}`,
    details: [{ Field: field, Message: message }],
  });
}
