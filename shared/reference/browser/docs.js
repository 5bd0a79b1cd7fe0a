// Starts Swagger UI on the page of `/api/public/docs`.
const { client, document: address } = document.body.dataset;
const redirect = new URL('/api/public/assets/oauth2-redirect.html', location.href);

const ui = SwaggerUIBundle({
  url: address,
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  filter: true,
  oauth2RedirectUrl: redirect.href,
  persistAuthorization: false,
  presets: [SwaggerUIBundle.presets.apis],
  tryItOutEnabled: false,
  validatorUrl: null,
});
ui.initOAuth({
  appName: 'Reference of the interface',
  clientId: client,
  scopes: 'openid email profile',
  usePkceWithAuthorizationCodeGrant: true,
});
