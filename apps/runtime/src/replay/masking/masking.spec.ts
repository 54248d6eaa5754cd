import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { maskChunk } from './mask-chunk.js';
import type { Loose } from '../../../../../test/support/replays.js';
import type { StoredRegions } from './mask-nodes.js';
import { MaskThread } from './mask-thread.js';
import { UnreadableRecording } from './recorded-events.js';

const SECRET = 'hunter2';

let lastId = 0;
const element = (tagName: string, attributes: object = {}, childNodes: object[] = [], id = (lastId += 1)) => ({
  type: 2,
  tagName,
  attributes,
  childNodes,
  id,
});
const text = (textContent: string, id = (lastId += 1)) => ({ type: 3, textContent, id });
const at = (type: number, data: object) => ({ type, data, timestamp: 1_000 });
const snapshot = (...nodes: object[]) =>
  at(2, { node: { type: 0, id: 1, childNodes: nodes }, initialOffset: { top: 0, left: 0 } });
const mutation = (parts: object) => at(3, { source: 0, adds: [], removes: [], texts: [], attributes: [], ...parts });

/** Masks events, after those that left the regions; the regions after them. */
function run(events: object[], regions: StoredRegions | null = null) {
  const reply = maskChunk({ events: { json: JSON.stringify(events) }, regions });
  if ('unreadable' in reply) throw new UnreadableRecording(reply.unreadable);
  const json = gunzipSync(reply.chunk.content).toString();
  const kept = JSON.parse(json) as { data: Record<string, Loose> }[];
  return { ...reply.chunk, json, events: kept };
}

describe('what a recorder did not mask', () => {
  it.each([
    [
      'a password that is shown',
      element('input', { type: 'text', 'data-rr-is-password': 'true', value: SECRET, title: SECRET }),
    ],
    ['a hidden input', element('input', { type: 'hidden', value: SECRET })],
    ['a placeholder', element('INPUT', { type: 'email', placeholder: SECRET, 'aria-label': SECRET, alt: SECRET })],
    ['a text area', element('textarea', { value: SECRET, placeholder: SECRET }, [text(SECRET)])],
    ['what may be edited', element('div', { contenteditable: '' }, [element('p', { title: SECRET }, [text(SECRET)])])],
    ['plain text that may be edited', element('div', { contentEditable: 'plaintext-only' }, [text(SECRET)])],
    ['a text box of a script', element('div', { role: 'textbox', 'data-value': SECRET }, [text(SECRET)])],
    [
      'a picture put into what may be edited',
      element('div', { contenteditable: 'true' }, [element('img', { src: `data:,${SECRET}` })]),
    ],
    [
      'a shadow of a text area',
      element('x-field', {}, [{ ...element('textarea', {}, [text(SECRET)]), isShadow: true }]),
    ],
    ['an address that a link leads to', element('a', { href: `https://a.test/?email=${SECRET}#${SECRET}` })],
    ['a comment', { type: 5, textContent: SECRET, id: 9 }],
    ['a script', element('script', { src: `/${SECRET}` }, [text(SECRET)])],
    ['a document in a frame', element('iframe', { srcdoc: SECRET, src: `/${SECRET}`, rr_src: `/${SECRET}` })],
    ['a picture of a canvas', element('canvas', { rr_dataURL: SECRET })],
  ])('is masked in a snapshot: %s', (_, node) => {
    expect(run([snapshot(element('body', {}, [node]))]).json).not.toContain(SECRET);
  });

  it('is masked in a field that is typed into, with what is chosen', () => {
    const { json, events } = run([at(3, { source: 5, id: 7, text: SECRET, isChecked: true, more: SECRET })]);
    expect(json).not.toContain(SECRET);
    expect(events[0]!.data).toEqual({ source: 5, id: 7, text: '*****', isChecked: false });
    const option = element('option', { value: 'sp', selected: true }, [text('São Paulo')]);
    const box = element('input', { type: 'checkbox', checked: true });
    const seen = run([snapshot(element('select', { value: SECRET }, [option]), box)]).json;
    expect(seen).not.toMatch(/hunter2|selected|checked"/);
  });

  it('is masked in changes of a region, also in a later chunk', () => {
    const inner = text('old', 52);
    const first = run([
      snapshot(element('input', { type: 'text' }, [], 50), element('div', { contenteditable: 'true' }, [inner], 51)),
    ]);
    const changes = mutation({
      texts: [{ id: 52, value: SECRET }],
      attributes: [
        { id: 50, attributes: { value: SECRET, title: SECRET, class: 'wide' } },
        { id: 51, attributes: { 'data-text': SECRET } },
      ],
      adds: [
        // Before the node that it is in.
        { parentId: 61, nextId: null, node: text(SECRET, 62) },
        { parentId: 51, nextId: null, node: element('b', {}, [], 61) },
      ],
    });
    const second = run([changes], first.regions);
    expect(second.json).not.toContain(SECRET);
    expect(second.events[0]!.data['attributes'][0].attributes).toEqual({ value: '*****', class: 'wide' });
    expect(run([mutation({ texts: [{ id: 62, value: SECRET }] })], second.regions).json).not.toContain(SECRET);
  });

  it('is masked where it is not known what was before', () => {
    const changes = mutation({
      texts: [{ id: 5, value: SECRET }],
      attributes: [{ id: 6, attributes: { title: SECRET } }],
      adds: [{ parentId: 7, nextId: null, node: element('p', {}, [text(SECRET)]) }],
    });
    expect(run([changes]).json).not.toContain(SECRET);
    // A snapshot tells everything again.
    expect(
      run([snapshot(element('p', {}, [text('Preço', 5)])), mutation({ texts: [{ id: 5, value: 'R$ 5' }] })]).json,
    ).toContain('R$ 5');
  });

  it('is masked from when an element may be edited', () => {
    const page = snapshot(element('div', {}, [text('old', 5)], 4));
    const edit = mutation({ attributes: [{ id: 4, attributes: { contenteditable: 'true' } }] });
    expect(run([page, edit, mutation({ texts: [{ id: 5, value: SECRET }] })]).json).not.toContain(SECRET);
  });

  it('is not kept in events of other kinds', () => {
    const kinds = [
      at(5, { tag: SECRET, payload: SECRET }),
      at(6, { plugin: SECRET, payload: {} }),
      at(99, { a: SECRET }),
    ];
    const changes = [9, 10, 11, 99].map((source) => at(3, { source, property: SECRET, args: [SECRET] }));
    const meta = at(4, { href: `https://a.test/p?email=${SECRET}`, width: 1, height: 2, more: SECRET });
    const { json, events, address } = run([...kinds, ...changes, meta]);
    expect(json).not.toContain(SECRET);
    expect(events).toHaveLength(1);
    expect(address).toBe('https://a.test/p');
  });
});

it('what the page itself shows stays, without what can run', () => {
  const page = [
    element('h1', { class: 'big', style: { color: ['red', 'important'] }, onclick: 'alert(1)' }, [text('Oferta')]),
    element('a', { href: 'java\nscript:alert(1)' }, [text('Comprar')]),
    element('input', { type: 'submit', value: 'Enviar' }),
    element('img', { src: '/a.png?v=2', alt: 'Foto' }),
    element('div', { contenteditable: 'false', title: 'Dica' }),
    element('style', { _cssText: 'h1 { color: red }' }),
  ];
  const { events } = run([snapshot(...page)]);
  const kept = events[0]!.data['node'].childNodes.map(({ attributes }: { attributes: object }) => attributes);
  expect(kept).toEqual([
    { class: 'big', style: { color: ['red', 'important'] } },
    {},
    { type: 'submit', value: 'Enviar' },
    { src: '/a.png?v=2', alt: 'Foto' },
    { contenteditable: 'false', title: 'Dica' },
    { _cssText: 'h1 { color: red }' },
  ]);
});

describe('a recording that is none', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  it.each([
    ['no JSON', '{'],
    ['no list', '{}'],
    ['empty', '[]'],
    ['no event', '[null]'],
    ['without a time', '[{"type":4,"data":{}}]'],
    ['a time beyond all', '[{"type":4,"data":{},"timestamp":1e300}]'],
    ['a snapshot without a page', '[{"type":2,"data":{},"timestamp":1}]'],
    ['an element without a name', '[{"type":2,"data":{"node":{"type":2}},"timestamp":1}]'],
    ['children that are none', '[{"type":2,"data":{"node":{"type":0,"childNodes":[1]}},"timestamp":1}]'],
    ['additions that are none', '[{"type":3,"data":{"source":0,"adds":[{"parentId":1}]},"timestamp":1}]'],
    ['deep', `[{"type":3,"data":{"source":1,"positions":${deep}},"timestamp":1}]`],
    ['too long', `["${'x'.repeat(5 * 1024 * 1024)}"]`],
  ])('is unreadable: %s', (_, json) => {
    expect(maskChunk({ events: { json }, regions: null })).toEqual({ unreadable: expect.any(String) });
  });

  it('is unreadable as gzip that is none, or unpacks to more than may be', () => {
    for (const gzip of [Buffer.from('no gzip'), gzipSync(Buffer.alloc(200 * 1024 * 1024))])
      expect(maskChunk({ events: { gzip }, regions: null })).toEqual({ unreadable: expect.any(String) });
  });

  it('bounds a page that is nested without end', () => {
    const json = `[{"type":2,"timestamp":1,"data":{"node":${'{"type":2,"tagName":"p","childNodes":['.repeat(50_000)}${']}'.repeat(50_000)}}}]`;
    expect(maskChunk({ events: { json }, regions: null })).toEqual({ unreadable: 'The recording is nested too deep' });
  });
});

describe('the thread', () => {
  const threads: MaskThread[] = [];
  const start = () => {
    const thread = new MaskThread();
    threads.push(thread);
    return thread;
  };
  afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.onApplicationShutdown())));

  const json = JSON.stringify([snapshot(element('p', {}, [text('Oi')]))]);

  it('masks packed and plain chunks, and says what is unreadable', async () => {
    const thread = start();
    const [packed, plain] = await Promise.all([
      thread.mask({ events: { gzip: gzipSync(json) }, regions: null }),
      thread.mask({ events: { json }, regions: null }),
    ]);
    expect(Buffer.from(packed.content)).toEqual(Buffer.from(plain.content));
    await expect(thread.mask({ events: { json: '{' }, regions: null })).rejects.toThrow(UnreadableRecording);
  });

  it('fails a chunk that takes too long alone', async () => {
    const thread = start();
    const long = JSON.stringify([snapshot(...Array.from({ length: 30_000 }, () => element('p', { title: 'x' })))]);
    const slow = thread.mask({ events: { json: long }, regions: null }, 1);
    const next = thread.mask({ events: { json }, regions: null });
    await expect(slow).rejects.toThrow('The recording takes too much to read');
    expect((await next).events).toBe(1);
  });
});
