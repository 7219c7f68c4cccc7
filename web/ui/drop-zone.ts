/**
 * Ref callback that makes an element a drop target for files. Prevents the browser from navigating to a dropped file.
 * @param onFile the file that was dropped
 */
export function dropZone(
  element: HTMLElement | null,
  onFile: (file: File) => void,
): (() => void) | undefined {
  if (!element) return undefined;
  const show = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    element.dataset['over'] = String(isOver);
  };
  const drop = (event: DragEvent) => {
    show(false)(event);
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
  };
  const events = [
    ['dragover', show(true)],
    ['dragleave', show(false)],
    ['drop', drop],
  ] as const;
  for (const [name, listener] of events) element.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of events) element.removeEventListener(name, listener);
  };
}
