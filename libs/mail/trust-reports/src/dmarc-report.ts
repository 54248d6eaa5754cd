import type { DmarcReport } from './dmarc.js';
import { DmarcReader } from './dmarc-reader.js';
import { InvalidReport } from './invalid-report.js';
import { REPORT_LIMITS, type ReportLimits } from './limits.js';
import { unpack } from './unpack.js';
import { readXml } from './xml.js';

/**
 * Reads an aggregate report of DMARC as it was attached to a mail: XML, by gzip or in a ZIP file. Elements that are not known
 * are skipped, as RFC 9990 asks, whatever their namespace.
 * @throws InvalidReport
 */
export async function parseDmarcReport(packed: Buffer, limits: Partial<ReportLimits> = {}): Promise<DmarcReport> {
  const all = { ...REPORT_LIMITS, ...limits };
  const text = await unpack(packed, /\.xml$/i, all);
  const reader = new DmarcReader(all.rows);
  try {
    await readXml(text, reader);
  } catch (error) {
    throw error instanceof InvalidReport ? error : new InvalidReport('The report is no XML', error);
  }
  return reader.report();
}
