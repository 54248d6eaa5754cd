import { describe, expect, it } from 'vitest';
import type { FieldType } from '#libs/core/app-events';
import { createField } from '../../test-support/create-field.js';
import type { FormField } from '../form-definition.js';
import { linkSign } from './links.js';

const field = (label: string, type: FieldType = 'texto', changes: Partial<FormField> = {}) =>
  createField({ name: 'campo', label, type, ...changes });

describe('a link where it is asked for', () => {
  it.each([
    ['Seu site ou Instagram', 'https://instagram.com/ana.loja'],
    ['Site', 'www.analoja.com.br'],
    ['Página da empresa', 'https://www.empresa.example/sobre'],
    ['LinkedIn', 'https://www.linkedin.com/in/ana/'],
    ['Suas redes sociais', 'https://instagram.com/a https://facebook.com/a https://tiktok.com/@a'],
    ['Your website', 'https://example.com'],
    ['Sitio web', 'http://ejemplo.example'],
    ['PORTFÓLIO', 'https://behance.net/ana'],
    ['Link do vídeo', 'https://youtu.be/abc'],
    ['Perfil', 'https://x.com/ana'],
  ])('in a field of the label %s is no sign', (label, value) => {
    expect(linkSign(field(label), value)).toBeNull();
    expect(linkSign(field(label, 'texto_longo'), value)).toBeNull();
  });

  it('is no sign where the name, the example or the help asks', () => {
    const value = 'https://example.com';
    expect(linkSign(field('Onde encontramos você?', 'texto', { placeholder: 'https://' }), value)).toBeNull();
    expect(linkSign(field('Onde encontramos você?', 'texto', { help: 'Por exemplo o Instagram' }), value)).toBeNull();
    expect(linkSign(createField({ name: 'meu_site', label: 'Onde?' }), value)).toBeNull();
  });

  it('is a sign all the same when there are more than people have', () => {
    expect(linkSign(field('Site'), 'https://spam.example '.repeat(11))).toBe('links');
    expect(linkSign(field('Site'), '[url=https://spam.example]x[/url]')).toBe('links');
  });
});

describe('a link in a short text', () => {
  it.each(['Vi em https://www.instagram.com/p/1', 'www.casa.example', 'https://casa.example'])(
    'is a weak sign: %s',
    (value) => {
      expect(linkSign(field('Assunto'), value)).toBe('link');
      expect(linkSign(field('Razão social'), value)).toBe('link');
      expect(linkSign(field('Cidade', 'cidade'), value)).toBe('link');
    },
  );

  it('is a strong sign in the name of a person, and beside another one', () => {
    expect(linkSign(field('Nome', 'texto', { contactField: 'nome' }), 'Win https://spam.example')).toBe('links');
    expect(linkSign(field('Assunto'), 'https://a.example https://b.example')).toBe('links');
  });
});

describe('links in a long text', () => {
  it.each([
    'Meu site é https://www.example.com, podem ver?',
    'O antigo é https://www.um.example e o novo https://www.dois.example',
    'se x <a e y>b então',
    'a < b, c > d e <a href',
    'Ana <https://ana.example>',
    '',
  ])('are no sign when they are few: %s', (value) => {
    expect(linkSign(field('Mensagem', 'texto_longo'), value)).toBeNull();
  });

  it('are a weak sign when there are more of them among words', () => {
    const value =
      'Quero este https://a.example/1 e mais este https://a.example/2, e talvez o https://a.example/3 também.';
    expect(linkSign(field('Mensagem', 'texto_longo'), value)).toBe('link');
  });

  it.each([
    'Best prices https://a.example https://b.example https://c.example',
    `${'palavra '.repeat(50)}${'https://a.example '.repeat(6)}`,
    '<a href="https://spam.example">x</a>',
    '[url]https://spam.example[/url]',
  ])('are a strong sign: %s', (value) => {
    expect(linkSign(field('Mensagem', 'texto_longo'), value)).toBe('links');
  });
});

it('a link in a field of another type says nothing', () => {
  expect(linkSign(field('Endereço', 'url'), 'https://spam.example')).toBeNull();
  expect(linkSign(field('Origem', 'oculto'), 'https://spam.example https://b.example')).toBeNull();
  expect(linkSign(field('Aceite', 'booleano'), true)).toBeNull();
});
