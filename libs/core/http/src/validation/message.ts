import { type ValidationArguments } from 'class-validator';
import { type RuleMetadata } from './class-plan.js';

type Template = string | ((values: ValidationArguments) => string) | undefined;

/** A rule's message with the library's tokens ($constraint1, $value, $property, $target) filled in. */
export function messageOf(metadata: RuleMetadata, values: ValidationArguments, fallback: Template): string {
  const template: Template = metadata.message || fallback;
  let text = (typeof template === 'function' ? template(values) : template) ?? '';
  if (Array.isArray(values.constraints)) {
    values.constraints.forEach((constraint, index) => {
      text = text.replace(new RegExp(`\\$constraint${index + 1}`, 'g'), constraintText(constraint));
    });
  }
  if (isScalar(values.value)) text = text.replace(/\$value/g, String(values.value));
  return text.replace(/\$property/g, values.property).replace(/\$target/g, values.targetName);
}

const isScalar = (value: unknown): boolean => ['string', 'boolean', 'number'].includes(typeof value);

function constraintText(constraint: unknown): string {
  if (Array.isArray(constraint)) return constraint.join(', ');
  return typeof constraint === 'symbol' ? String(constraint.description) : String(constraint);
}
