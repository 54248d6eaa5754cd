import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashUserData, type MetaPerson } from './meta-user-data.js';

const NOBODY: MetaPerson = { emails: [], phones: [], name: null, city: null, state: null, country: null, id: '' };
const hashed = (given: Partial<MetaPerson>) => hashUserData({ ...NOBODY, ...given });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('data of a person', () => {
  // From "Customer Information Parameters" of Meta's documentation, with their hashes.
  it.each<[keyof ReturnType<typeof hashUserData>, Partial<MetaPerson>, string]>([
    ['em', { emails: ['John_Smith@gmail.com'] }, '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
    ['em', { emails: [' JOHN_SMITH@GMAIL.COM '] }, '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
    ['ph', { phones: ['+1 (650)555-1212'] }, 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
    ['ph', { phones: ['0016505551212'] }, 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
    ['fn', { name: 'Mary' }, '6915771be1c5aa0c886870b6951b03d7eafc121fea0e80a5ea83beb7c449f4ec'],
    ['fn', { name: '정' }, '8fa8cd9c440be61d0151429310034083132b35975c4bea67fdd74158eb51db14'],
    ['fn', { name: 'Valéry' }, '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c'],
    ['fn', { name: 'Vale\u0301ry' }, '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c'],
    ['country', { country: 'US' }, '79adb2a2fce5c6ba215fe5f27f532d4e7edbac4b6a5e09e1ef3a08084a904621'],
  ])('%s of %j has the published hash', (key, given, hash) => {
    expect(hashed(given)[key]).toEqual([hash]);
  });

  it.each<[keyof ReturnType<typeof hashUserData>, Partial<MetaPerson>, string]>([
    ['ln', { name: ' Ana  Maria da Silva-Souza ' }, 'maria da silvasouza'],
    ['ct', { city: 'São Paulo' }, 'sãopaulo'],
    ['ct', { city: "Santa Bárbara d'Oeste" }, 'santabárbaradoeste'],
    ['st', { state: 'Rio de Janeiro' }, 'riodejaneiro'],
    ['st', { state: 'SP' }, 'sp'],
    ['external_id', { id: 'cnt_0C7b' }, 'cnt_0c7b'],
    ['ph', { phones: ['+5511988887777'] }, '5511988887777'],
  ])('%s of %j is normalised before it is hashed', (key, given, normal) => {
    expect(hashed(given)[key]).toEqual([sha256(normal)]);
  });

  it('has each address once, and nothing for what is unknown', () => {
    expect(hashed({})).toEqual({});
    expect(hashed({ name: 'Ana', emails: ['a@b.c', 'A@B.C', 'd@e.f'] })).toEqual({
      em: [sha256('a@b.c'), sha256('d@e.f')],
      fn: [sha256('ana')],
    });
  });
});
