import { DECORATORS } from '@nestjs/swagger';
import { graphqlName } from '../graphql/field-names.js';

/** The fields of a body by the names of properties: `Text` is `text`. */
export type PropertiesOf<Body> = {
  [
    Field in keyof Body & string as Body[Field] extends (...values: never[]) => unknown ? never : Uncapitalize<Field>
  ]: Body[Field];
};

/** The fields of an answer by the names of properties; a text may come from a date. */
export type PropertiesFor<Answer> = {
  [Field in keyof Answer & string as Uncapitalize<Field>]:
    | Answer[Field]
    | (string extends Answer[Field] ? Date : never);
};

/** Returns the values of a body whose fields are named as properties, but for the first letter. Absent fields stay absent. */
export function propertiesOf<Body extends object>(body: Body): PropertiesOf<Body> {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [graphqlName(name), value])) as PropertiesOf<Body>;
}

/**
 * Returns an answer whose fields are named as properties, but for the first letter. It has the fields that its class describes
 * and no other, so a new column is not shown by itself. Dates become texts.
 */
export function answerOf<Answer extends object>(type: new () => Answer, row: PropertiesFor<Answer>): Answer {
  const values = row as Record<string, unknown>;
  const shown = fieldsOf(type).map((name) => [name, wireValue(values[graphqlName(name)])]);
  return Object.fromEntries(shown) as Answer;
}

const wireValue = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

const known = new WeakMap<object, string[]>();

/** Names of the fields that a class describes for OpenAPI. */
function fieldsOf(type: new () => object): string[] {
  const fields =
    known.get(type) ??
    ((Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, type.prototype) ?? []) as string[]).map((marked) =>
      marked.slice(1),
    );
  known.set(type, fields);
  return fields;
}
