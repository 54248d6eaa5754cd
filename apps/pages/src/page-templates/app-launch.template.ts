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

export const APP_LAUNCH: PageTemplate = {
  id: 'lancamento-app',
  nome: 'Lançamento de aplicativo',
  descricao: 'Aplicativo com recursos, passos e aviso de estreia.',
  template: pageOf(
    { fonte_titulos: 'comfortaa', fonte_texto: 'nunito' },
    menuSection({ texto: 'Baixar', link: '#baixar' }, [{ texto: 'Como funciona', link: '#como' }]),
    columns(
      { fundo: 'primaria', espacamento: 'grande', alinhamento_vertical: 'centro' },
      column(
        6,
        item('titulo', { texto: 'Seus hábitos, no seu ritmo', nivel: 1, tamanho: 'enorme' }),
        item('texto', {
          conteudo:
            '<p>Um aplicativo gentil para começar pequeno e continuar. Sem culpa, sem ofensiva perdida, sem barulho.</p>',
          tamanho: 'grande',
        }),
        item('botao', {
          texto: 'Quero experimentar',
          link: '#baixar',
          tamanho: 'grande',
          nota: 'Para Android e iPhone.',
        }),
      ),
      column(6, item('imagem', { ilustracao: 'celular', decorativa: true })),
    ),
    named(
      'como',
      section(
        CENTERED,
        ...opening('Três passos e pronto', undefined, 'Como funciona'),
        item('lista', {
          estilo: 'cartoes',
          colunas: 3,
          itens: [
            { titulo: 'Escolha um hábito', texto: 'Um só. Dois minutos por dia já contam.', icone: 'alvo' },
            { titulo: 'Marque quando der', texto: 'Esqueceu? O aplicativo não briga com você.', icone: 'calendario' },
            { titulo: 'Veja o caminho', texto: 'Um resumo por semana, com o que melhorou.', icone: 'grafico' },
          ],
        }),
      ),
    ),
    columns(
      { fundo: 'superficie', alinhamento_vertical: 'centro' },
      column(6, item('imagem', { ilustracao: 'foguete', decorativa: true })),
      column(
        6,
        ...opening('Leve por fora, cuidadoso por dentro'),
        item('lista', {
          itens: [
            { titulo: 'Privado', texto: 'Seus registros ficam no seu aparelho.', icone: 'cadeado' },
            { titulo: 'Rápido', texto: 'Abre em um piscar e funciona sem internet.', icone: 'raio' },
            { titulo: 'Acessível', texto: 'Letras grandes, contraste alto e leitor de tela.', icone: 'coracao' },
          ],
        }),
      ),
    ),
    named(
      'baixar',
      columns(
        { fundo: 'escuro', alinhamento_vertical: 'centro' },
        column(
          6,
          item('titulo', { texto: 'Receba o convite no dia da estreia', nivel: 2 }),
          item('texto', {
            conteudo: '<p>Avisamos por e-mail assim que ele chegar às lojas.</p>',
            tamanho: 'grande',
            suave: true,
          }),
        ),
        column(6, item('formulario', { titulo: 'Quero o convite', texto_botao: 'Avise-me' })),
      ),
    ),
    footerSection('Pequenos passos, todos os dias.'),
  ),
};
