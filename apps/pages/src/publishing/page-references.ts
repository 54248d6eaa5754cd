/** The forms and pictures that a document names. */
export interface PageReferences {
  formIds: readonly string[];
  pictureIds: readonly string[];
}

const FORM_ID = /^frm_[0-9a-f]{16}$/;
const PICTURE_ID = /^med_[0-9a-f]{16}$/;

/** Finds ids wherever they stand, so that no type of item has to say where its props name something. */
export function referencesOf(document: object): PageReferences {
  const formIds = new Set<string>();
  const pictureIds = new Set<string>();
  const rest: unknown[] = [document];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string') {
      if (FORM_ID.test(value)) formIds.add(value);
      else if (PICTURE_ID.test(value)) pictureIds.add(value);
    } else if (typeof value === 'object' && value !== null) rest.push(...Object.values(value));
  }
  return { formIds: [...formIds].toSorted(), pictureIds: [...pictureIds].toSorted() };
}
