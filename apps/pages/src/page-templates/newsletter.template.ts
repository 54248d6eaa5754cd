import {
  CENTERED,
  column,
  columns,
  footerSection,
  item,
  named,
  opening,
  pageOf,
  type PageTemplate,
  section,
} from './template-parts.js';

export const NEWSLETTER: PageTemplate = {
  id: 'newsletter',
  nome: 'Boletim por e-mail',
  descricao: 'Inscrição em um boletim, com o que se recebe e exemplos.',
  template: pageOf(
    { fonte_titulos: 'raleway', fonte_texto: 'merriweather' },
    section(undefined, item('menu', { botao: { texto: 'Assinar', link: '#assinar' } })),
    named(
      'assinar',
      columns(
        { fundo: 'suave', espacamento: 'grande', alinhamento_vertical: 'centro' },
        column(
          6,
          item('titulo', {
            texto: 'Uma boa ideia de design, toda terça de manhã',
            nivel: 1,
            antetitulo: 'Boletim gratuito',
          }),
          item('texto', {
            conteudo: '<p>Cinco minutos de leitura: um exemplo, o porquê e como usar no seu trabalho.</p>',
            tamanho: 'grande',
            suave: true,
          }),
          item('imagem', { ilustracao: 'carta', decorativa: true, largura_maxima: 420 }),
        ),
        column(
          6,
          item('formulario', {
            titulo: 'Assine grátis',
            texto_botao: 'Quero receber',
            nota: 'Um e-mail por semana. Sai com um clique.',
          }),
        ),
      ),
    ),
    section(
      {},
      ...opening('O que já enviamos', '<p>Três edições que os leitores mais guardaram.</p>'),
      item('colunas', {
        cartoes: true,
        colunas: [
          {
            itens: [
              item('titulo', { texto: 'O botão que ninguém via', nivel: 3 }),
              item('texto', { conteudo: '<p>Por que mudar a palavra valeu mais que mudar a cor.</p>', suave: true }),
            ],
          },
          {
            itens: [
              item('titulo', { texto: 'Menos caixas, mais ar', nivel: 3 }),
              item('texto', { conteudo: '<p>O espaço em branco como quem organiza a sala.</p>', suave: true }),
            ],
          },
          {
            itens: [
              item('titulo', { texto: 'Letras que se leem', nivel: 3 }),
              item('texto', { conteudo: '<p>Tamanho, linha e contraste em uma página só.</p>', suave: true }),
            ],
          },
        ],
      }),
    ),
    section(
      { ...CENTERED, fundo: 'escuro' },
      item('depoimento', {
        estilo: 'destaque',
        citacao: 'É o único e-mail que eu espero chegar.',
        autor: 'Leitora desde a primeira edição',
      }),
      item('botao', { texto: 'Assinar o boletim', link: '#assinar', tamanho: 'grande' }),
    ),
    footerSection('Design explicado com calma.'),
  ),
};
