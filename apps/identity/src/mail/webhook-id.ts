/** Says whether what a webhook missed can be sent again: Platform's can, destinations of the CRM have no such call. */
export const canResend = (webhookId: string): boolean => webhookId.startsWith('whk_');
