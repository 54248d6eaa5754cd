import { codesOf } from '../problem/envelope.js';
import { type EnvelopeKind } from '../profile.js';

/** A JSON Schema, as far as these descriptions need it. */
export interface Schema {
  type: 'object' | 'string' | 'array';
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: string[];
  pattern?: string;
  example?: string;
}

export const REQUEST_ID_SCHEMA: Schema = {
  type: 'string',
  pattern: '^req_[0-9a-f]{16}$',
  description: 'The id of this request, also in the header X-Request-Id',
};

const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  required,
  properties,
});
const text = (description: string): Schema => ({ type: 'string', description });

/** The schema of an API's error answers. */
export function errorSchema(kind: EnvelopeKind): Schema {
  switch (kind) {
    case 'platform':
      return object({ Error: platformError(), RequestId: REQUEST_ID_SCHEMA });
    case 'mail':
      return object({
        error: { ...text('What went wrong, as a code'), enum: codesOf('mail') },
        message: text('The same in words'),
      });
    case 'runtime':
      return object({ error: object({ message: text('What went wrong') }) });
    case 'pages':
    case 'crm':
      return object({ erro: text('O que deu errado') });
  }
}

function platformError(): Schema {
  const detail = object({
    Field: text('A path such as Destination.ToAddresses[3]'),
    Message: text('What is wrong there'),
  });
  return object(
    {
      Type: {
        ...text('Whose fault it is: Sender for the client, Receiver for the service'),
        enum: ['Sender', 'Receiver'],
      },
      Code: { ...text('What went wrong, as a code'), enum: codesOf('platform') },
      Message: text('The same in words'),
      Details: { type: 'array', description: 'The fields at fault, where there are any', items: detail },
    },
    ['Type', 'Code', 'Message'],
  );
}
