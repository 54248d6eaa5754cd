import {
  column,
  columns,
  footerSection,
  item,
  menuSection,
  named,
  opening,
  pageOf,
  type PageTemplate,
  section,
} from './template-parts.js';

export const EBOOK: PageTemplate = {
  id: 'ebook',
  nome: 'E-book gratuito',
  descricao: 'Material rico em troca do contato, com o que o leitor encontra em cada capítulo.',
  template: pageOf(
    { fonte_titulos: 'manrope', fonte_texto: 'inter' },
    menuSection({ texto: 'Baixar grátis', link: '#baixar' }),
    columns(
      { fundo: 'gradiente', espacamento: 'grande', alinhamento_vertical: 'centro' },
      column(
        7,
        item('titulo', {
          texto: 'O guia prático para transformar visitas em clientes',
          nivel: 1,
          antetitulo: 'E-book gratuito · 48 páginas',
        }),
        item('texto', {
          conteudo:
            '<p>Um método em cinco etapas para criar páginas que as pessoas leem até o fim — com modelos prontos, exemplos comentados e uma lista de verificação para imprimir.</p>',
          tamanho: 'grande',
          suave: true,
        }),
        item('lista', {
          itens: [
            { texto: 'Escreva uma oferta que se entende em cinco segundos' },
            { texto: 'Descubra quais campos do formulário afastam contatos' },
            { texto: 'Meça o que importa e ignore o que só parece importar' },
          ],
        }),
        item('botao', {
          texto: 'Quero o meu exemplar',
          link: '#baixar',
          tamanho: 'grande',
          seta: true,
          nota: 'Em PDF, direto no seu e-mail.',
        }),
      ),
      column(5, item('imagem', { ilustracao: 'livro', decorativa: true })),
    ),
    section(
      {},
      ...opening(
        'O que você encontra em cada capítulo',
        '<p>Leitura de uma tarde; consulta para o ano inteiro.</p>',
        'Por dentro',
      ),
      item('lista', {
        estilo: 'cartoes',
        colunas: 3,
        itens: [
          {
            titulo: 'A oferta',
            texto: 'Como dizer o que você faz em uma frase que o visitante repete para outra pessoa.',
            icone: 'alvo',
          },
          {
            titulo: 'A página',
            texto: 'A ordem das seções que responde às dúvidas na hora em que elas aparecem.',
            icone: 'livro',
          },
          {
            titulo: 'O formulário',
            texto: 'Quantos campos pedir, em que ordem e com que palavras no botão.',
            icone: 'certo',
          },
          {
            titulo: 'A prova',
            texto: 'Depoimentos, números e logotipos: o que convence e o que só enfeita.',
            icone: 'estrela',
          },
          {
            titulo: 'A medida',
            texto: 'Três indicadores que cabem em um papel e guiam a próxima mudança.',
            icone: 'grafico',
          },
          {
            titulo: 'O seguimento',
            texto: 'O que enviar depois do primeiro contato, e quando ficar em silêncio.',
            icone: 'carta',
          },
        ],
      }),
    ),
    named(
      'baixar',
      columns(
        { fundo: 'escuro', alinhamento_vertical: 'centro' },
        column(
          6,
          item('titulo', { texto: 'Receba o guia agora, no seu e-mail', nivel: 2 }),
          item('texto', {
            conteudo:
              '<p>Preencha o formulário. Em instantes você recebe o link para baixar o PDF e, se quiser, uma dica curta por semana.</p>',
            tamanho: 'grande',
            suave: true,
          }),
          item('depoimento', {
            citacao:
              'Refizemos nossa página seguindo o capítulo 2. Na semana seguinte, o time comercial perguntou o que tinha mudado.',
            autor: 'Coordenadora de marketing',
            cargo: 'Empresa de software',
            nota: 5,
          }),
        ),
        column(
          6,
          item('formulario', {
            titulo: 'Baixe o e-book',
            descricao: 'Leva menos de um minuto.',
            texto_botao: 'Quero receber o e-book',
            nota: 'Sem spam. Você sai quando quiser.',
          }),
        ),
      ),
    ),
    section(
      { largura: 'estreita' },
      item('titulo', { texto: 'Perguntas frequentes', nivel: 2 }),
      item('faq', {
        primeira_aberta: true,
        perguntas: [
          {
            pergunta: 'O material é mesmo gratuito?',
            resposta:
              '<p>Sim. Pedimos apenas o seu contato para enviar o arquivo e novidades relacionadas ao tema.</p>',
          },
          {
            pergunta: 'Em que formato ele vem?',
            resposta: '<p>Em PDF, para ler no celular, no computador ou impresso.</p>',
          },
          {
            pergunta: 'Preciso ter experiência?',
            resposta: '<p>Não. Os exemplos partem do zero e avançam aos poucos.</p>',
          },
        ],
      }),
    ),
    footerSection('Conteúdo prático para quem vende pela internet.'),
  ),
};
