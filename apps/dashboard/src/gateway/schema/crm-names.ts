/** The root fields of the CRM that Platform has, too, by their name in the gateway. The type `CrmContact` is named alike. */
const NAMES: Readonly<Record<string, string>> = {
  contact: 'crmContact',
  contacts: 'crmContacts',
  createContact: 'createCrmContact',
  updateContact: 'updateCrmContact',
  deleteContact: 'deleteCrmContact',
};

const OWN_NAMES = new Map(Object.entries(NAMES).map(([own, merged]) => [merged, own]));

/** The name in the gateway of a root field of the CRM. */
export const mergedNameOf = (own: string): string => NAMES[own] ?? own;

/** The name in the CRM of a root field of the gateway. */
export const crmNameOf = (merged: string): string => OWN_NAMES.get(merged) ?? merged;
