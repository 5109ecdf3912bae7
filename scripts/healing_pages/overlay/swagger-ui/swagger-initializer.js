window.onload = () => {
  window.ui = SwaggerUIBundle({
    url: 'harbour.json', dom_id: '#swagger-ui', deepLinking: true, docExpansion: 'list',
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], layout: 'StandaloneLayout',
    onComplete: () => document.querySelector('#operations-ships-addShip button').click(),
  });
};
