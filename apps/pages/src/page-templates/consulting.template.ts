import {
  CENTERED,
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

export const CONSULTING: PageTemplate = {
  id: 'consultoria',
  nome: 'Consultoria e serviços',
  descricao: 'Serviço profissional com método, provas e convite para uma conversa.',
  template: pageOf(
    { fonte_titulos: 'merriweather', fonte_texto: 'open-sans' },
    menuSection({ texto: 'Agendar conversa', link: '#conversa' }, [
      { texto: 'Como trabalhamos', link: '#metodo' },
      { texto: 'Perguntas', link: '#perguntas' },
    ]),
    columns(
      { espacamento: 'grande', alinhamento_vertical: 'centro' },
      column(
        7,
        item('titulo', { texto: 'Decisões difíceis ficam mais simples com a conversa certa', nivel: 1 }),
        item('texto', {
          conteudo:
            '<p>Ajudamos empresas familiares a organizar a gestão, preparar a sucessão e crescer sem perder o jeito de ser.</p>',
          tamanho: 'grande',
          suave: true,
        }),
        item('botao', {
          texto: 'Agendar uma conversa',
          link: '#conversa',
          tamanho: 'grande',
          nota: 'A primeira é por nossa conta: 40 minutos, por vídeo.',
        }),
      ),
      column(5, item('imagem', { ilustracao: 'conversa', decorativa: true })),
    ),
    named(
      'metodo',
      section(
        { fundo: 'superficie' },
        ...opening('Como trabalhamos', '<p>Três etapas, com começo, meio e fim combinados por escrito.</p>'),
        item('lista', {
          estilo: 'numeros',
          colunas: 3,
          itens: [
            { titulo: 'Escuta', texto: 'Entrevistas com quem decide e com quem faz. Nenhuma planilha antes disso.' },
            { titulo: 'Plano', texto: 'Um documento de poucas páginas: o que muda, quem cuida, até quando.' },
            { titulo: 'Acompanhamento', texto: 'Encontros quinzenais até que o plano ande sem nós.' },
          ],
        }),
      ),
    ),
    section(
      CENTERED,
      item('titulo', { texto: 'O que dizem depois', nivel: 2 }),
      item('colunas', {
        colunas: [
          {
            itens: [
              item('depoimento', {
                citacao: 'Pela primeira vez em anos, a reunião de sócios terminou no horário.',
                autor: 'Sócia-diretora',
                cargo: 'Indústria de alimentos',
              }),
            ],
          },
          {
            itens: [
              item('depoimento', {
                citacao: 'O plano coube em quatro páginas, e por isso foi cumprido.',
                autor: 'Diretor administrativo',
                cargo: 'Rede de clínicas',
              }),
            ],
          },
        ],
      }),
    ),
    named(
      'conversa',
      columns(
        { fundo: 'suave', alinhamento_vertical: 'centro' },
        column(
          6,
          item('titulo', { texto: 'Vamos conversar?', nivel: 2 }),
          item('texto', {
            conteudo:
              '<p>Conte em poucas linhas o momento da empresa. Respondemos em até um dia útil, com horários.</p>',
            tamanho: 'grande',
            suave: true,
          }),
          item('lista', {
            itens: [
              { texto: 'Sem compromisso', icone: 'escudo' },
              { texto: 'Sigilo desde o primeiro contato', icone: 'cadeado' },
            ],
          }),
        ),
        column(6, item('formulario', { titulo: 'Agende a sua conversa', texto_botao: 'Pedir horário' })),
      ),
    ),
    named(
      'perguntas',
      section(
        { largura: 'estreita' },
        item('titulo', { texto: 'Perguntas que sempre ouvimos', nivel: 2 }),
        item('faq', {
          perguntas: [
            {
              pergunta: 'Quanto tempo dura um trabalho?',
              resposta: '<p>De três a nove meses, conforme o tamanho da empresa e do problema.</p>',
            },
            {
              pergunta: 'Vocês atendem fora da cidade?',
              resposta: '<p>Sim. A escuta é presencial; o resto, como for melhor para todos.</p>',
            },
            { pergunta: 'Como é cobrado?', resposta: '<p>Um valor fixo por etapa, combinado antes de começar.</p>' },
          ],
        }),
      ),
    ),
    footerSection('Consultoria de gestão para empresas que têm história.'),
  ),
};
