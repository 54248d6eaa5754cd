import { Html } from '#libs/core/html';

/** Line drawings on a grid of 24. */
const PATHS = {
  certo: 'M5 12.5l4.5 4.5L19 7.5',
  estrela: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L12 16.9l-5.3 2.8 1.1-5.9L3.5 9.7l5.9-.8z',
  seta: 'M5 12h14M13 6l6 6-6 6',
  escudo: 'M12 3l7 3v5.5c0 4.4-2.9 8-7 9.5-4.1-1.5-7-5.1-7-9.5V6zM9 12l2.2 2.2L15.2 10',
  relogio: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2',
  grafico: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  coracao: 'M12 20s-8-4.8-8-10.4A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8 2.6C20 15.2 12 20 12 20z',
  conversa: 'M4 5h16v11H9.5L5 20v-4H4z',
  telefone: 'M6 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3A2 2 0 0 1 18.5 20 15 15 0 0 1 4 5.5a2 2 0 0 1 2-2z',
  local: 'M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  calendario: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  raio: 'M13 3L5 13.5h6L10.5 21 19 10h-6.5z',
  presente: 'M4 9h16v4H4zM5.5 13h13v7.5h-13zM12 9v11.5M12 9s-5.5.3-5.5-3S11 4 12 9c1-5 5.5-6.3 5.5-3S12 9 12 9z',
  pessoas:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.3M18 14.5c2 .8 3.2 2.7 3.5 5.5',
  cadeado: 'M5.5 11h13v9.5h-13zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
  alvo: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 12h.010',
  livro: 'M12 6.5C10 5 7 4.5 4 4.5v14c3 0 6 .5 8 2 2-1.5 5-2 8-2v-14c-3 0-6 .5-8 2zM12 6.5v14',
  carta: 'M3.5 5.5h17v13h-17zM4 6l8 7 8-7',
  fechar: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  play: 'M8 5.5v13l10.5-6.5z',
} as const;

export type IconName = keyof typeof PATHS;

/** Icons that an author may choose; the others belong to the page itself. */
export const ICON_NAMES = (Object.keys(PATHS) as IconName[]).filter(
  (name) => !['fechar', 'menu', 'play'].includes(name),
);

/** Decoration: the text beside it says the same. */
export function icon(name: IconName): Html {
  return new Html(
    `<svg class="ic" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${PATHS[name]}"/></svg>`,
  );
}
