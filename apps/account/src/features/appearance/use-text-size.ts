import { persisted, useStore } from '@homie/composition';
import { useLayoutEffect } from 'react';

/** The size of all text; the default is that of the browser. */
export type TextSize = 'default' | 'large' | 'larger';

/** As in `libs/ui/src/theme/apply-stored-theme.ts`, which applies the size when a page opens. */
const FONT_SIZES: Readonly<Record<TextSize, string>> = {
  default: '',
  large: '112.5%',
  larger: '125%',
};

const choice = persisted<TextSize>('text-size', {
  parse: (text) => (text === 'large' || text === 'larger' ? text : 'default'),
  format: (size) => (size === 'default' ? null : size),
});

/** Returns the text size of this browser and a function that changes it. */
export function useTextSize(): { size: TextSize; setSize: (size: TextSize) => void } {
  const size = useStore(choice);
  useLayoutEffect(() => {
    document.documentElement.style.fontSize = FONT_SIZES[size];
  }, [size]);
  return { size, setSize: choice.setState };
}
