import { EXAMPLE_FORM } from './page-context.fixture.js';

/** A page with a title and these items. */
export const around = (...itens: { id: string; tipo: string; props: object }[]) => ({
  versao: 2,
  secoes: [
    {
      id: 's1',
      colunas: [{ id: 'c1', itens: [{ id: 't', tipo: 'titulo', props: { texto: 'Título', nivel: 1 } }, ...itens] }],
    },
  ],
});

/** One of everything that has an appearance. */
export const EVERYTHING = around(
  {
    id: 'a1',
    tipo: 'texto',
    props: { conteudo: '<p>Um <a href="/x">link</a> e <mark>marca</mark></p><ul><li>a</li></ul>' },
  },
  {
    id: 'a2',
    tipo: 'lista',
    props: { estilo: 'numeros', colunas: 2, itens: [{ titulo: 'Um', texto: 'a' }, { texto: 'b' }] },
  },
  { id: 'a3', tipo: 'imagem', props: { ilustracao: 'painel', descricao: 'Painel', legenda: 'Legenda', link: '/x' } },
  {
    id: 'a4',
    tipo: 'galeria',
    props: {
      imagens: [
        { ilustracao: 'carta', descricao: 'Carta' },
        { ilustracao: 'livro', decorativa: true },
      ],
    },
  },
  { id: 'a5', tipo: 'video', props: { url: 'https://vimeo.com/123456789', titulo: 'Filme' } },
  {
    id: 'a6',
    tipo: 'botao',
    props: { texto: 'Abrir janela', link: '#janela', secundario: { texto: 'Outro', link: '/y' }, nota: 'nota' },
  },
  { id: 'a7', tipo: 'formulario', props: { form_id: EXAMPLE_FORM.id, titulo: 'Fale conosco' } },
  { id: 'a8', tipo: 'contagem', props: { data: '2099-03-18T19:00:00-03:00', titulo: 'Falta' } },
  { id: 'a9', tipo: 'depoimento', props: { citacao: 'Bom', autor: 'Cliente', nota: 4 } },
  {
    id: 'b1',
    tipo: 'tabela_precos',
    props: {
      planos: [
        { nome: 'A', preco: 'R$ 1', destaque: true, selo: 'Novo', recursos: ['x'], botao: { texto: 'Ir', link: '/a' } },
      ],
    },
  },
  { id: 'b2', tipo: 'faq', props: { perguntas: [{ pergunta: 'Por quê?', resposta: 'Porque sim.' }] } },
  {
    id: 'b3',
    tipo: 'logos',
    props: { titulo: 'Clientes', logos: [{ nome: 'Alfa' }, { nome: 'Beta', link: 'https://b.test/' }] },
  },
  {
    id: 'b4',
    tipo: 'html',
    props: { codigo: '<table><caption>Tabela</caption><tr><th scope="row">a</th><td>b</td></tr></table>' },
  },
  {
    id: 'b5',
    tipo: 'colunas',
    props: {
      cartoes: true,
      colunas: [
        { itens: [{ id: 'n1', tipo: 'divisor', props: {} }] },
        { itens: [{ id: 'n2', tipo: 'espaco', props: {} }] },
      ],
    },
  },
  { id: 'b6', tipo: 'menu', props: { links: [{ texto: 'Seção', link: '#s1' }] } },
  { id: 'b7', tipo: 'barra_fixa', props: { texto: 'Aviso', botao: { texto: 'Ver', link: '/z' }, pode_fechar: true } },
  { id: 'janela', tipo: 'popup', props: { titulo: 'Uma janela', conteudo: 'Texto', form_id: EXAMPLE_FORM.id } },
  { id: 'b8', tipo: 'rodape', props: { texto: 'Fim', grupos: [{ titulo: 'G', links: [{ texto: 'L', link: '/l' }] }] } },
);
