import {
  CENTERED,
  column,
  columns,
  footerSection,
  item,
  opening,
  pageOf,
  type PageTemplate,
  section,
} from './template-parts.js';

export const WAITING_LIST: PageTemplate = {
  id: 'lista-de-espera',
  nome: 'Lista de espera',
  descricao: 'Uma tela só: a promessa, a data e o e-mail.',
  template: pageOf(
    { fonte_titulos: 'playfair-display', fonte_texto: 'nunito' },
    section(undefined, item('menu')),
    columns(
      { fundo: 'suave', espacamento: 'grande', alinhamento_vertical: 'centro' },
      column(
        7,
        item('titulo', { texto: 'Algo bonito está a caminho', nivel: 1, tamanho: 'enorme', antetitulo: 'Em breve' }),
        item('texto', {
          conteudo:
            '<p>Estamos preparando os últimos detalhes. Quem está na lista conhece primeiro — e com condições que não se repetem.</p>',
          tamanho: 'grande',
          suave: true,
        }),
        item('contagem', { data: '2027-05-10T10:00:00-03:00', texto_encerrado: 'Já estamos no ar.' }),
      ),
      column(
        5,
        item('formulario', {
          titulo: 'Entre na lista',
          descricao: 'Um e-mail quando abrir. Só isso.',
          texto_botao: 'Quero ser avisado',
        }),
      ),
    ),
    section(
      CENTERED,
      ...opening('Por que entrar agora'),
      item('lista', {
        estilo: 'cartoes',
        colunas: 3,
        itens: [
          { titulo: 'Acesso antecipado', texto: 'Uma semana antes da abertura para todos.', icone: 'relogio' },
          { titulo: 'Condição de estreia', texto: 'Reservada para quem chegou primeiro.', icone: 'presente' },
          { titulo: 'Sua opinião conta', texto: 'Ouvimos a lista antes de cada decisão.', icone: 'conversa' },
        ],
      }),
    ),
    footerSection('Feito com calma, para durar.'),
  ),
};
