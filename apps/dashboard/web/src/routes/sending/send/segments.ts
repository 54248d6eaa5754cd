const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters that take two places. */
const GSM_EXTENDED = '^{}\\[~]|€\f';

/** The parts that a text is sent in, each of which is paid for: 160 and 153 places of GSM, 70 and 67 of Unicode. */
export function segmentsOf(text: string): number {
  if (text === '') return 0;
  const characters = [...text];
  const plain = characters.every((character) => GSM.includes(character) || GSM_EXTENDED.includes(character));
  const places = plain
    ? characters.reduce((sum, character) => sum + (GSM_EXTENDED.includes(character) ? 2 : 1), 0)
    : text.length;
  const [alone, joined] = plain ? [160, 153] : [70, 67];
  return places <= alone! ? 1 : Math.ceil(places / joined!);
}
