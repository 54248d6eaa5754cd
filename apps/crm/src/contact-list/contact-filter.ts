import type { FilterTexts, FoldedColumn } from '../contacts/filter-keys/filter-keys.js';
import type { Device, EmailStatus, Lifecycle, Stage } from '../contacts/contact-values.js';
import type { CustomValues } from '../custom-fields/custom-value.js';

/** Conditions for the contacts of a list, a search or an export. An absent field does not filter. */
export interface ContactFilter extends Partial<ExactFilter>, Partial<Record<FoldedColumn, string>> {
  /** An e-mail address, a telephone number or a fragment of a name, as it was typed. */
  text?: string;
  tag?: string;
  /** Only its members. */
  segmentId?: string;
  /** Values of the tenant's own fields. */
  custom?: CustomValues;
  createdFrom?: Moment;
  createdUntil?: Moment;
}

/** Values of a query for the tenant's own fields, by key, as they were typed. */
export type CustomTexts = ReadonlyMap<string, string>;

/** Fields that equal a value. */
export interface ExactFilter {
  stage: Stage;
  lifecycle: Lifecycle;
  ownerId: string;
  companyId: string;
  country: string;
  device: Device;
  ipCountry: string;
  emailStatus: EmailStatus;
}

/** A point in time, or a day of the tenant's time zone: its first moment as a start, its last one as an end. */
export type Moment = { at: Date } | { day: string };

/** A filter as SQL takes it. */
export interface ResolvedFilter {
  exact: Partial<ExactFilter>;
  /** Compared without case and accents; undefined without any. */
  texts?: FilterTexts;
  /** Values of the tenant's own fields that are no texts; undefined without any. */
  custom?: CustomValues;
  /** The only contact that the filter can have. */
  contactId?: string;
  /** Only members of this segment. */
  segmentId?: string;
  /** Folded as the names are. */
  nameFragment?: string;
  createdFrom?: Date;
  createdBefore?: Date;
}
