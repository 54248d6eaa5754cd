import { type Envelope, objectSchema, textSchema, textStatus, textWithFields } from '#libs/http';

/** `{error: {message}}`, where the message names the fields at fault. */
export const envelope: Envelope = {
  render: (problem) => ({
    status: textStatus(problem),
    body: { error: { message: textWithFields(problem) }, ...problem.extra },
  }),
  schema: objectSchema({ error: objectSchema({ message: textSchema('What went wrong') }) }),
};
