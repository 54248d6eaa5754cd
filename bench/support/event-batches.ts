/** What a visitor does on a page, as rows of `event` have it. */
export interface BatchEvent {
  kind: 'view' | 'click' | 'scroll' | 'custom';
  path: string;
  x?: number;
  y?: number;
  depth?: number;
  name?: string;
  value?: number;
}

export interface EventBatch {
  /** 64 bits in base64url, as the id of a visitor is. */
  visitor: string;
  events: BatchEvent[];
}

const WORDS = { view: 'visualizacao', click: 'clique', scroll: 'rolagem', custom: 'evento' } as const;

/** A view, clicks, a depth and an event of its own, of each of so many visitors. */
export function eventBatches(visitors: number, size: number): EventBatch[] {
  return Array.from({ length: visitors }, (_, v) => ({
    visitor: Buffer.from(String(v).padStart(8, '0')).toString('base64url'),
    events: Array.from({ length: size }, (_event, n): BatchEvent => {
      const path = '/oferta';
      if (n === 0) return { kind: 'view', path };
      if (n === 1) return { kind: 'scroll', path, depth: (v * 7) % 100 };
      if (n === 2) return { kind: 'custom', path, name: 'assinou', value: 9.5 };
      return { kind: 'click', path, x: (v * 13 + n * 5) % 100, y: (v * 17 + n * 3) % 100 };
    }),
  }));
}

/** The same batch as `/pixel.js` sends it. */
export const collectBody = ({ events }: EventBatch, token: string, address: string): string =>
  JSON.stringify({
    credencial: token,
    carga: 'a',
    url: `${address}/oferta?utm_source=boletim&utm_medium=email`,
    referencia: 'https://busca.example/',
    idioma: 'pt-BR',
    eventos: events.map(({ kind, x, y, depth, name, value }) => ({
      tipo: WORDS[kind],
      ha: 100,
      desde: 5_000,
      x,
      y,
      profundidade: depth,
      nome: name,
      valor: value,
    })),
  });
