/** The JSON of a payload, with the address for its receipt where both fit. */
export function withReceipt(payload: object, receiptUrl: string | undefined, maxBytes: number): Buffer {
  if (receiptUrl === undefined) return Buffer.from(JSON.stringify(payload));
  const whole = Buffer.from(JSON.stringify({ ...payload, receipt: receiptUrl }));
  return whole.length <= maxBytes ? whole : Buffer.from(JSON.stringify(payload));
}
