import { describe, expect, it } from 'vitest';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, Timestamp } from '../schema/columns.js';
import { columnsWithin, entityColumns, mappedColumns } from './entity-columns.js';
import { RowParameters } from './row-parameters.js';

abstract class Sent {
  @PrimaryColumn('uuid')
  id: string;

  @Timestamp({ name: 'sent_on' })
  sentAt: Date;
}

@Entity()
class Letter extends Sent {
  @Column('text')
  from: string;

  @Column('text', { array: true })
  toNames: string[];

  @Column('integer')
  pageCount: number;

  @Column('jsonb', { nullable: true })
  stamp: { price: number } | null;

  @Column('inet')
  franker: string;

  @CreatedAt()
  createdAt: Date;
}

const letter: Omit<Letter, 'franker' | 'createdAt'> = {
  id: '018f0000-0000-7000-8000-000000000001',
  sentAt: new Date(0),
  from: 'Ana',
  toNames: ['Eva'],
  pageCount: 2,
  stamp: null,
};

describe('columns of an entity', () => {
  it('have its names, its types and the values of its properties, inherited ones too', () => {
    const columns = entityColumns(Letter, { without: ['franker', 'createdAt'] });
    const found = Object.entries(columns).map(([name, { type, of }]) => [name, type, of(letter)]);
    expect(Object.fromEntries(found.map(([name, ...rest]) => [name, rest]))).toEqual({
      id: ['uuid', letter.id],
      sent_on: ['timestamptz', letter.sentAt],
      from: ['text', 'Ana'],
      to_names: ['text[]', ['Eva']],
      page_count: ['int', 2],
      stamp: ['jsonb', null],
    });
  });

  it('may be some of them', () => {
    expect(Object.keys(entityColumns(Letter, { only: ['from', 'createdAt'] }))).toEqual(['from', 'created_at']);
  });

  it('may be read from a part of a row', () => {
    const columns = columnsWithin(
      (row: { letter: typeof letter }) => row.letter,
      entityColumns(Letter, { only: ['from'] }),
    );
    expect(columns['from']?.type).toBe('text');
    expect(columns['from']?.of({ letter })).toBe('Ana');
  });

  it('may be read from rows of another shape', () => {
    const columns = mappedColumns<{ to: string }, Letter>(Letter, { toNames: ({ to }) => [to], sentAt: () => null });
    const found = Object.entries(columns).map(([name, { type, of }]) => [name, type, of({ to: 'Eva' })]);
    expect(Object.fromEntries(found.map(([name, ...rest]) => [name, rest]))).toEqual({
      to_names: ['text[]', ['Eva']],
      sent_on: ['timestamptz', null],
    });
  });

  it('are refused at once when no parameter has their type', () => {
    expect(() => entityColumns(Letter, { without: [] })).toThrow(
      'Letter.franker: no parameter has the type of its column',
    );
  });

  it('may be named as words of SQL', () => {
    const rows = new RowParameters(entityColumns(Letter, { only: ['from', 'pageCount'] }));
    expect(rows.names).toEqual(['"from"', '"page_count"']);
    expect(rows.sql(3)).toBe(
      '(select "from", "page_count", n from unnest($3::text[], $4::int[]) with ordinality as parameter ("from", "page_count", n))',
    );
  });
});
