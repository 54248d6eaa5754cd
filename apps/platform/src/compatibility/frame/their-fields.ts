import { invalidField, type Problem } from '#libs/core/http';

type Values = Readonly<Record<string, unknown>>;

/**
 * Fields of a body as clients of another service send it: absent and null are the same, and fields that nobody asks for are
 * ignored, as those services do. Problems name a field as the client knows it.
 */
export class TheirFields {
  private constructor(
    private readonly values: Values,
    private readonly path: string,
  ) {}

  /** @throws Problem ValidationError unless the value is an object */
  static of(value: unknown, path = ''): TheirFields {
    if (isObject(value)) return new TheirFields(value, path);
    throw invalidField('ValidationError', path || 'The body', 'must be an object');
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** @throws Problem ValidationError for anything but a text */
  text(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'string') return value;
    throw this.invalid(name, 'must be a text');
  }

  /** A text, or null where that was given: it empties the field. @throws Problem ValidationError */
  textOrNull(name: string): string | null | undefined {
    return this.values[name] === null ? null : this.text(name);
  }

  /** A text that may not be missing. @throws Problem MissingParameter, ValidationError */
  requiredText(name: string): string {
    const text = this.text(name);
    if (text === undefined) throw this.missing(name);
    return text;
  }

  /** One text, or a list of them; empty if absent. @throws Problem ValidationError */
  texts(name: string): string[] {
    const value = this.value(name);
    if (value === undefined) return [];
    const list: unknown[] = Array.isArray(value) ? value : [value];
    if (list.every((item) => typeof item === 'string')) return list;
    throw this.invalid(name, 'must be a text or a list of texts');
  }

  flag(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value;
    throw this.invalid(name, 'must be true or false');
  }

  /** An object as it is. @throws Problem ValidationError */
  object(name: string): Record<string, unknown> | undefined {
    const value = this.value(name);
    if (value === undefined || isObject(value)) return value;
    throw this.invalid(name, 'must be an object');
  }

  nested(name: string): TheirFields | undefined {
    return this.has(name) ? TheirFields.of(this.value(name), this.pathOf(name)) : undefined;
  }

  /** A list of objects; empty if absent. @throws Problem ValidationError, also for more entries than `max` */
  list(name: string, max = Infinity): TheirFields[] {
    const value = this.value(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.invalid(name, 'must be a list');
    if (value.length > max) throw this.invalid(name, `must have at most ${max} entries`);
    return value.map((item, index) => TheirFields.of(item, `${this.pathOf(name)}[${index}]`));
  }

  /** The field as it came. */
  value(name: string): unknown {
    return this.values[name] ?? undefined;
  }

  /** @returns a Problem that says which field of this object is missing */
  missing(name: string): Problem {
    return invalidField('MissingParameter', this.pathOf(name), 'is missing');
  }

  /** @returns a Problem that names a field of this object */
  invalid(name: string, message: string): Problem {
    return invalidField('ValidationError', this.pathOf(name), message);
  }

  private pathOf(name: string): string {
    return this.path ? `${this.path}.${name}` : name;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
