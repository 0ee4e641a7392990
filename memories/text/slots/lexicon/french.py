"""French."""

from memories.text.slots.lexicon.entries import Lists, counted

_ONES = "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
_TENS = {
    "vingt": 20,
    "trente": 30,
    "quarante": 40,
    "cinquante": 50,
    "soixante": 60,
    "septante": 70,
    "nonante": 90,
}
_TEN = 10

FRENCH = Lists(
    language="fr",
    function="""
le la les l un une des du de d au aux ce cet cette ces c ça je j me m moi mon ma mes tu te t toi ton ta tes
il elle on nous notre nos vous votre vos ils elles leur leurs lui se s son sa ses qui que qu quoi dont où
est sont était étaient être été suis es sommes êtes a ai as avons avez ont avait avoir eu y en et ou à dans
sur pour par avec chez vers avant après depuis jusque jusqu comme si ne n tant fait faire doit dois devons
doivent faut peut peux peuvent va vas allons vont utilisateur utilisatrice utilisateurs personne gens voir
""",
    soft="""
si quand toujours svp merci bien très aussi déjà maintenant actuellement simplement vraiment juste tout
toute tous toutes plaît plait rappel note ensemble chose choses plutôt partir même généralement normalement
autorisé autorisée autorisés autorisées permis permet fois =travaillecomme
""",
    light="""
prendre prend prends pris faire fait mettre met mis donner donne tenir tient venir vient aller va garder
garde utiliser utilise trouver trouve rester reste passer passe
""",
    implied="""
situé située situés lieu régime suit possède écrit appelle appeler nomme mange manger boire boit planifier
jour parle parler
""",
    verbs="""
est sont était a ont avait doit faut peut va travaille habite vit aime préfère joue parle mange boit utilise
coûte dure commence appelle
""",
    negations="""
pas jamais aucun aucune sans rien nul nulle ni guère non impossible éviter évite évitez arrêté arrêter
cesser interdit interdite interdits interdites interdire
""",
    phrases="ne plus; au lieu de",
    plain="pas de problème; pas seulement; non seulement; pas mal",
    opposites="""
et | ou
tous toutes tout | certains certaines quelques plusieurs
doit doivent faut | peut peuvent
pour | contre
activé activée activer actif active | désactivé désactivée désactiver inactif inactive
ouvert ouverte ouvre ouvrir | fermé fermée ferme fermer
avant | après
augmenter augmenté augmente hausse | diminuer diminué diminue baisse baissé réduit
vrai oui | faux
accepté accepter accepte | refusé refuser refuse rejeté
aime aimer adore préfère mieux préféré | déteste détester hait
minimum moins | maximum
croissant | décroissant
public publique | privé privée
début commence commencer | fin finit terminer
ajouter | supprimer effacer enlever
acheter acheté | vendre vendu
tôt | tard
haut haute | bas basse
chaud chaude | froid froide
long longue | court courte
rapide | lent lente
difficile | facile
manuel manuelle | automatique
""",
    same="""
habiter, habite, vit, vivre, résider; travailler, travaille, employé, employée, bosse
réunion, réunit, réunir, rencontre, rendez, rdv; appeler, appelle, nom, nommé
responsable, géré, gère, occupe, charge, chargé, chargée; répondre, réponds, réponse, répond, répondez
allergique, allergie
intolérant, intolérante, intolérance; manger, mange, consomme, consommer; fermer, ferme, fermé
lancer, exécuter, lance; fonder, fondé, fondée; effacer, supprime, efface; diriger, dirige, mener
portable, téléphone, mobile; ordinateur, pc; appartement, logement; médecin, docteur; médicament, cachet
repas, nourriture; facture, note; contrat, accord; payer, régler, paye, paie; acheter, achète
commencer, débuter, démarrer, commence; téléphoner, appeler; courriel, mail, email, e mail
écrire, rédiger, écrit; exécuter, lancer, tourner, tourne; serveur, machine; base, bdd; sauvegarde, backup
approuver, valider; recevoir, obtenir; chercher, récupérer; fatigué, épuisé; malade, souffrant
cassé, hs, panne; court, bref, brève, brèves, concis; important, essentiel; rapide, vite
environ, approximativement; travaillecomme, travaille comme
peur, craint; entraîner, entraînement; bouffe, nourriture; gosse, enfant; bosser, travailler; voiture, auto
entreprise, société, boîte; chef, patron, supérieur; collègue, collaborateur; client, cliente
enfant, enfants, gosse; femme, épouse; mari, époux; mère, maman; père, papa; anniversaire, né, née
coûter, coûte, prix, tarif; expirer, expire, valable, valide; enregistrer, stocker, stocké, sauvegarder
dossier, répertoire; application, appli, logiciel; erreur, bug; réparer, corriger; changer, modifier, change
déménager, déménagé; vérifier, contrôler; apprendre, étudier, apprend; souvent, fréquemment
parfois, quelquefois; rarement, peu; seulement, uniquement, que; vacances, congés; propriétaire, bailleur
""",
    irregular="""
venir vient viennent venu; prendre prend prennent pris; boire boit boivent bu; dormir dort dorment
lire lit lisent lu; écrire écrit écrivent; sortir sort sortent; partir part partent; tenir tient tiennent
connaître connaît connu; savoir sait savent; voir voit vu; recevoir reçoit reçu; mettre met mis
vivre vit vivent vis; dire dit disent; conduire conduit; apprendre apprend appris; comprendre comprend compris
suivre suit suivi; ouvrir ouvre ouvert; courir court courent; vendre vend vendu; perdre perd perdu
rendre rend rendu; répondre répond réponds répondu; essuyer essuie; payer paie paye payé payée payés payées
appeler appelle
acheter achète; préférer préfère; jeter jette
""",
    months="""
janvier janv; février févr fév; mars; avril avr; mai; juin; juillet juil; août; septembre sept; octobre oct
novembre nov; décembre déc
""",
    weekdays="""
lundi lundis; mardi mardis; mercredi mercredis; jeudi jeudis; vendredi vendredis; samedi; dimanche
""",
    unsure="mars sept",
    numbers={
        **counted(0, _ONES.split()),
        **_TENS,
        **{
            f"{ten}-{unit}": _TENS[ten] + one
            for ten in _TENS
            for one, unit in enumerate(_ONES.split())
            if one < _TEN
        },
        **{f"soixante-{unit}": 60 + one for one, unit in enumerate(_ONES.split()) if one >= _TEN},
        **{f"quatre-vingt-{unit}": 80 + one for one, unit in enumerate(_ONES.split())},
        "dix-sept": 17,
        "dix-huit": 18,
        "dix-neuf": 19,
        "quatre-vingts": 80,
        "douzaine": 12,
    },
    multipliers="cent 100; cents 100; mille 1000; million 1000000; millions 1000000",
    ordinals="""
premier première 1er; deuxième second seconde; troisième; quatrième; cinquième; sixième; septième; huitième
neuvième; dixième; onzième; douzième
""",
    articles="un une",
    every="chaque par",
    frequencies="""
quotidien day; quotidiennement day; hebdomadaire week; mensuel month; mensuellement month; annuel year
quinzomadaire fortnight; bimensuel fortnight
""",
    at="à vers dès jusqu avant après",
    oclock="heures heure h",
    morning="du matin; le matin",
    afternoon="de l après midi; du soir",
    noon="midi",
    midnight="minuit",
    sequence="puis ensuite enfin",
    between="entre",
)
