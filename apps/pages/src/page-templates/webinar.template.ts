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

export const WEBINAR: PageTemplate = {
  id: 'webinar',
  nome: 'Webinar ao vivo',
  descricao: 'Inscrição em uma transmissão, com contagem regressiva e agenda.',
  template: pageOf(
    { fonte_titulos: 'urbanist', fonte_texto: 'dm-sans' },
    menuSection({ texto: 'Reservar lugar', link: '#inscricao' }),
    named(
      'inscricao',
      columns(
        { fundo: 'escuro', espacamento: 'grande', alinhamento_vertical: 'centro' },
        column(
          7,
          item('titulo', {
            texto: 'Atendimento que encanta: o que muda quando a equipe para de apagar incêndios',
            nivel: 1,
            antetitulo: 'Ao vivo e gratuito',
          }),
          item('texto', {
            conteudo:
              '<p>Uma hora de conversa com quem reorganizou filas, respostas e metas — e perguntas respondidas na hora.</p>',
            tamanho: 'grande',
            suave: true,
          }),
          item('contagem', {
            data: '2027-03-18T19:00:00-03:00',
            titulo: 'Começa em',
            texto_encerrado: 'A transmissão já aconteceu. Inscreva-se para receber a gravação.',
          }),
        ),
        column(
          5,
          item('formulario', {
            titulo: 'Garanta o seu lugar',
            descricao: 'O link chega por e-mail.',
            texto_botao: 'Quero participar',
            nota: 'Não pode na hora? Enviamos a gravação.',
          }),
        ),
      ),
    ),
    columns(
      { alinhamento_vertical: 'centro' },
      column(6, item('imagem', { ilustracao: 'transmissao', decorativa: true })),
      column(
        6,
        ...opening('O que você leva desta hora', undefined, 'Conteúdo'),
        item('lista', {
          itens: [
            { titulo: 'Um mapa da sua fila', texto: 'Como separar o que é urgente do que só parece.', icone: 'alvo' },
            {
              titulo: 'Respostas que poupam tempo',
              texto: 'Modelos que soam como gente e cabem na sua rotina.',
              icone: 'conversa',
            },
            {
              titulo: 'Metas que a equipe entende',
              texto: 'Dois indicadores para começar na segunda-feira.',
              icone: 'grafico',
            },
          ],
        }),
      ),
    ),
    section(
      { fundo: 'suave' },
      ...opening('A agenda', '<p>Pontual, sem enrolação.</p>'),
      item('lista', {
        estilo: 'numeros',
        colunas: 2,
        itens: [
          { titulo: '19h00 · Abertura', texto: 'O que mudou no atendimento e por que a fila não para de crescer.' },
          { titulo: '19h10 · Diagnóstico', texto: 'Um exercício de cinco minutos para fazer junto.' },
          { titulo: '19h30 · Caso comentado', texto: 'Antes e depois de uma equipe de oito pessoas.' },
          { titulo: '19h45 · Perguntas', texto: 'As suas, ao vivo.' },
        ],
      }),
    ),
    section(
      {},
      item('depoimento', {
        estilo: 'destaque',
        citacao: 'Saí com uma folha de anotações e três coisas para mudar no dia seguinte.',
        autor: 'Gerente de atendimento',
        cargo: 'Participante da edição anterior',
      }),
      item('botao', { texto: 'Reservar meu lugar', link: '#inscricao', tamanho: 'grande', alinhamento: 'centro' }),
    ),
    footerSection('Encontros ao vivo para equipes que atendem pessoas.'),
  ),
};
