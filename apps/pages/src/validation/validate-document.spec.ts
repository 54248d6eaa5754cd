import { describe, expect, it } from 'vitest';
import { patient } from '#libs/test/testing';
import { Problem } from '#libs/core/http';
import '../catalogue.js';
import { LIMITS } from '../document/limits.js';
import type { DocumentItem } from '../document/page-document.js';
import { validateDocument } from './validate-document.js';

const item = (tipo: string, props: object, id = 'i1') => ({ id, tipo, props }) as DocumentItem;
const of = (...itens: DocumentItem[]) => ({ versao: 2, secoes: [{ id: 's1', colunas: [{ id: 'c1', itens }] }] });

/** Returns the error of an invalid document, as the API answers it. */
function fault(document: object): { erro: string; campo: unknown; mensagem: unknown; status: number } {
  try {
    validateDocument(document);
  } catch (error) {
    const { message, extra, status } = error as Problem;
    return { erro: message, campo: extra?.['campo'], mensagem: extra?.['mensagem'], status };
  }
  throw new Error('The document was accepted');
}

describe('a page document', () => {
  it('may be empty, and may leave fonts out or empty', () => {
    for (const estilo of [undefined, {}, { fonte_titulos: '', fonte_texto: 'inter' }]) {
      const document = { versao: 2, secoes: [], ...(estilo && { estilo }) };
      expect(validateDocument(document)).toBe(document);
    }
  });

  it.each(['fonte_titulos', 'fonte_texto'])('names %s if it is none of the twelve', (field) => {
    for (const font of ['arial', 'Inter', null, 7, {}, 'constructor']) {
      const { erro, campo, mensagem, status } = fault({ versao: 2, secoes: [], estilo: { [field]: font } });
      expect({ erro, campo, status }).toEqual({ erro: 'ErrEstiloInvalido', campo: `estilo.${field}`, status: 422 });
      expect(mensagem).toContain(field);
    }
  });

  it.each<[string, object, string]>([
    ['another version', { versao: 1, secoes: [] }, 'versao'],
    ['no version', { secoes: [] }, 'versao'],
    ['no sections', { versao: 2 }, 'secoes'],
    ['sections that are none', { versao: 2, secoes: {} }, 'secoes'],
    ['an unknown field', { versao: 2, secoes: [], extra: 1 }, 'extra'],
    ['an unknown style', { versao: 2, secoes: [], estilo: { cor: '#fff' } }, 'estilo.cor'],
    ['an unknown item', of(item('carrossel', {})), 'secoes[0].colunas[0].itens[0].tipo'],
    ['an item named like a method', of(item('constructor', {})), 'secoes[0].colunas[0].itens[0].tipo'],
    ['an unknown property', of(item('espaco', { altura: 3 })), 'secoes[0].colunas[0].itens[0].props.altura'],
    ['a property of another type', of(item('titulo', { texto: 7 })), 'secoes[0].colunas[0].itens[0].props.texto'],
    ['a missing property', of(item('titulo', {})), 'secoes[0].colunas[0].itens[0].props.texto'],
    ['an unknown choice', of(item('espaco', { tamanho: 'xxl' })), 'secoes[0].colunas[0].itens[0].props.tamanho'],
    [
      'a fault inside of a list',
      of(item('faq', { perguntas: [{ pergunta: 'a', resposta: 'b' }, { pergunta: 'a' }] })),
      'secoes[0].colunas[0].itens[0].props.perguntas[1].resposta',
    ],
    [
      'a fault inside of columns',
      of(item('colunas', { colunas: [{ itens: [item('espaco', {}, 'i2'), item('titulo', {}, 'i3')] }] })),
      'secoes[0].colunas[0].itens[0].props.colunas[0].itens[1].props.texto',
    ],
    [
      'columns inside of columns',
      of(item('colunas', { colunas: [{ itens: [item('colunas', { colunas: [{ itens: [] }] }, 'i2')] }] })),
      'secoes[0].colunas[0].itens[0].props.colunas[0].itens[0].tipo',
    ],
    ['an id twice', of(item('espaco', {}), item('espaco', {})), 'secoes[0].colunas[0].itens[1].id'],
    ['an id of a section twice', of(item('espaco', {}, 's1')), 'secoes[0].colunas[0].itens[0].id'],
    ['an id that is no name', of(item('espaco', {}, '"><script>')), 'secoes[0].colunas[0].itens[0].id'],
  ])('with %s names the field', (_, document, campo) => {
    expect(fault(document)).toMatchObject({ campo, status: 422 });
    expect(fault(document).erro).toContain(campo);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    '//evil.test/x',
    'vbscript:x',
    'https://a.test/" onclick="x',
    'https://a.test/<script>',
  ])('leads nowhere by %j', (link) => {
    expect(fault(of(item('botao', { texto: 'a', link }))).campo).toMatch(/props\.link$/);
  });

  it('takes colours and nothing else that CSS would read', () => {
    for (const cor of ['red', '#fff', '#12345g', '#123456;background:url(//evil.test)', 'var(--p)', 'expression(1)'])
      expect(fault(of(item('titulo', { texto: 'a', cor }))).campo).toMatch(/props\.cor$/);
    const fundo = { versao: 2, secoes: [{ id: 's', colunas: [], estilo: { fundo: '#fff}body{display:none' } }] };
    expect(fault(fundo).campo).toBe('secoes[0].estilo.fundo');
  });

  it('does not grow without end', () => {
    const many = (count: number, from = 0) =>
      Array.from({ length: count }, (_, n) => item('espaco', {}, `i${from + n}`));
    const columns = [0, 1, 2].map((n) => ({
      id: `c${n}`,
      itens: many(LIMITS.itemsPerColumn, n * LIMITS.itemsPerColumn),
    }));
    expect(fault({ versao: 2, secoes: [{ id: 's', colunas: columns }] }).erro).toContain(`${LIMITS.items} itens`);
    expect(fault(of(...many(LIMITS.itemsPerColumn + 1))).campo).toBe('secoes[0].colunas[0].itens');
    expect(fault(of(item('texto', { conteudo: 'a'.repeat(LIMITS.richText + 1) }))).campo).toMatch(/conteudo$/);
    const large = Array.from({ length: 40 }, (_, n) => item('html', { codigo: 'a'.repeat(LIMITS.html) }, `i${n}`));
    expect(fault(of(...large)).erro).toContain('KiB');
  });

  it('is judged in short time, however deep or long it is', () => {
    let deep: object = { versao: 2, secoes: [] };
    for (let n = 0; n < 5_000; n++) deep = { a: deep };
    const started = performance.now();
    expect(fault({ versao: 2, secoes: [], estilo: deep }).status).toBe(422);
    expect(fault(of(item('botao', { texto: 'a', link: `https://${'a'.repeat(2_000)} ` }))).status).toBe(422);
    expect(fault(of(item('contagem', { data: '9'.repeat(200_000) }))).status).toBe(422);
    expect(performance.now() - started).toBeLessThan(patient(1_000));
  });
});
