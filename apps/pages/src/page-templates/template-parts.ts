import type { DocumentColumn, DocumentItem, DocumentSection, PageDocument } from '../document/page-document.js';

/** A page that a designer prepared, for authors to begin with. */
export interface PageTemplate {
  id: string;
  nome: string;
  descricao: string;
  template: PageDocument;
}

type Unnamed<T> = Omit<T, 'id'>;
type Section = Unnamed<Omit<DocumentSection, 'colunas'>> & { id?: string; colunas: Unnamed<DocumentColumn>[] };

/** An item, whose id is given with the page's other ids. */
export const item = (tipo: string, props: DocumentItem['props'] = {}): DocumentItem => ({ id: '', tipo, props });

/** A column of a width in twelfths. */
export const column = (largura: number | undefined, ...itens: DocumentItem[]): Unnamed<DocumentColumn> => ({
  ...(largura !== undefined && { largura }),
  itens,
});

/** A section of one column. */
export const section = (estilo: DocumentSection['estilo'], ...itens: DocumentItem[]): Section => ({
  estilo,
  colunas: [column(undefined, ...itens)],
});

/** A section of columns side by side. */
export const columns = (estilo: DocumentSection['estilo'], ...colunas: Unnamed<DocumentColumn>[]): Section => ({
  estilo,
  colunas,
});

/** The same with an id, for links to it. */
export const named = (id: string, of: Section): Section => ({ ...of, id });

/** A document of these sections, with ids for all that has none. */
export function pageOf(estilo: PageDocument['estilo'], ...sections: Section[]): PageDocument {
  let count = 0;
  const give = (prefix: string) => `${prefix}${(count += 1)}`;
  const nested = (found: DocumentItem): DocumentItem => {
    const inner = found.props['colunas'] as Unnamed<DocumentColumn>[] | undefined;
    if (found.tipo !== 'colunas' || !inner) return { ...found, id: found.id || give('i') };
    const colunas = inner.map(({ itens, ...rest }) => ({ ...rest, itens: itens.map(nested) }));
    return { ...found, id: found.id || give('i'), props: { ...found.props, colunas } };
  };
  const secoes = sections.map(({ id, colunas, ...rest }) => ({
    ...rest,
    id: id ?? give('s'),
    colunas: colunas.map((one) => ({ ...one, id: give('c'), itens: one.itens.map(nested) })),
  }));
  return { versao: 2, secoes, ...(estilo && { estilo }) };
}

/** The menu at the top: the brand and one thing to do. */
export const menuSection = (
  botao: { texto: string; link: string },
  links: { texto: string; link: string }[] = [],
): Section => section(undefined, item('menu', { ...(links.length && { links }), botao, fixo: true }));

/** The footer: the brand, a line, and the links that the law and good manners ask for. */
export const footerSection = (texto: string, grupos: object[] = []): Section =>
  section(
    { fundo: 'superficie' },
    item('rodape', {
      texto,
      ...(grupos.length && { grupos }),
      // Open: they show once the author has said where they lead.
      links: [{ texto: 'Política de privacidade' }, { texto: 'Termos de uso' }],
      direitos: 'Todos os direitos reservados.',
    }),
  );

/** The title and text that begin a section, in its middle. */
export const opening = (texto: string, conteudo?: string, antetitulo?: string): DocumentItem[] => [
  item('titulo', { texto, nivel: 2, ...(antetitulo && { antetitulo }) }),
  ...(conteudo ? [item('texto', { conteudo, tamanho: 'grande', suave: true })] : []),
];

export const CENTERED = { alinhamento: 'centro' } as const;
