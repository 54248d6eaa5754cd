import { expect, it } from 'vitest';
import { BY_NAME, BY_TIME, directionOf, nextSort } from './sort.ts';

it('a column tells in which direction it is sorted, and turns round when it is pressed again', () => {
  expect([directionOf(BY_TIME, 'newest'), directionOf(BY_TIME, 'oldest'), directionOf(BY_TIME, 'name')]).toEqual([
    'descending',
    'ascending',
    'none',
  ]);
  expect([nextSort(BY_TIME, 'name'), nextSort(BY_TIME, 'newest'), nextSort(BY_TIME, 'oldest')]).toEqual([
    'newest',
    'oldest',
    'newest',
  ]);
});

it('a column with one order stays in it', () => {
  expect([nextSort(BY_NAME, 'newest'), nextSort(BY_NAME, 'name')]).toEqual(['name', 'name']);
});
