import { ApiProperty } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { answerOf, propertiesOf } from './properties.js';

class NoteFields {
  @ApiProperty()
  Text: string;

  @ApiProperty({ type: String, nullable: true })
  Topic: string | null;
}

class NoteObject extends NoteFields {
  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;
}

const row = { text: 'Call', topic: null, createdAt: new Date(0), tenantId: 'acc_1', secret: 's' };

describe('fields with the names of properties', () => {
  it('are those of the body that are given, null too', () => {
    const body: Partial<NoteFields> = Object.assign(new NoteFields(), { Text: undefined, Topic: null });
    expect(propertiesOf(body)).toEqual({ topic: null });
    expect(Object.keys(propertiesOf(body))).toEqual(['topic']);
  });

  it('keep the keys of what is inside them', () => {
    expect(propertiesOf({ Data: { Name: 1 } })).toEqual({ data: { Name: 1 } });
  });

  it('are in an answer if its class or one that it extends describes them, dates as texts', () => {
    expect(answerOf(NoteObject, row)).toEqual({ Text: 'Call', Topic: null, CreatedAt: '1970-01-01T00:00:00.000Z' });
  });
});
