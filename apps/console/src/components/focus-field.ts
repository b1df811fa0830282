/**
 * Moves the focus to the field that an opened dialog asks for first, unless another field of the dialog has it already:
 * a dialog has opened some time after its fields can be typed into, and what is typed must stay in its field.
 */
export function focusField(field: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  const isTypedInto = activeElement?.matches('input, textarea') ?? false;
  if (isTypedInto && field?.closest('[role=dialog]')?.contains(activeElement)) return;
  field?.focus();
}

/** The first field below an element. */
export const firstField = (parent: HTMLElement | null) => parent?.querySelector<HTMLElement>('input, textarea');
