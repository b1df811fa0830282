/** Vertical extent on the screen, in CSS px. */
export interface Extent {
  top: number;
  bottom: number;
}

export type ToastPlace = 'middle' | 'upper' | 'lower' | 'top';

/** Centre of a toast in each place, as a part of the height; the style sheet has the same. */
const centres: readonly [ToastPlace, number][] = [
  ['middle', 0.5],
  ['upper', 0.2],
  ['lower', 0.78],
  ['top', 0.07],
];

/**
 * The first place at which a toast covers no field; the middle when there is none. With the keyboard open only what is above
 * it counts: `visible` is that height, `whole` the height of the page.
 */
export function toastPlace(
  fields: readonly Extent[],
  { toast, visible, whole }: { toast: number; visible: number; whole: number },
): ToastPlace {
  const half = toast / 2;
  const isFree = ([, centre]: readonly [ToastPlace, number]) => {
    const at = centre * whole;
    return at + half <= visible && fields.every(({ top, bottom }) => bottom <= at - half || top >= at + half);
  };
  return centres.find(isFree)?.[0] ?? 'middle';
}

/** Fields that can be seen now, and the choices of a form over the page. */
export function visibleFields(): Extent[] {
  const fields = document.querySelectorAll('input:not([type=hidden]), textarea, [role=dialog] [role=tablist]');
  return Array.from(fields, (field) => field.getBoundingClientRect()).filter(({ height }) => height > 0);
}
