import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { animationStyles, badgeRecipe, breakpoints, buttonRecipe, globalCss, headingRecipe, inputRecipe, keyframes, layerStyles, semanticTokens, spinnerRecipe, textStyles, tokens, cssVarsPrefix, cssVarsRoot } from '@chakra-ui/react/theme';
export const system = createSystem(defaultBaseConfig, defineConfig({
  preflight: true, cssVarsPrefix, cssVarsRoot, globalCss,
  theme: { breakpoints, keyframes, tokens, semanticTokens, textStyles, layerStyles, animationStyles, recipes: { button: buttonRecipe, badge: badgeRecipe, heading: headingRecipe, input: inputRecipe, spinner: spinnerRecipe } },
}));
