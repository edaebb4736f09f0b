"""The engine's own words in other languages, for games that speak these: what a game says itself comes first.

A line at the margin is the English text; below it stands the same in other languages.
"""

from __future__ import annotations

from collections.abc import Mapping

BOOK = """
a card
  nl een kaart
  de eine Karte
  fr une carte
chance
  nl het toeval
  de der Zufall
  fr le hasard
chance: {result}
  nl toeval: {result}
  de Zufall: {result}
  fr hasard : {result}
round
  nl ronde
  de Runde
  fr manche
round {number}
  nl ronde {number}
  de Runde {number}
  fr manche {number}
turn of {player}
  nl {player} is aan de beurt
  de {player} ist am Zug
  fr au tour de {player}
score
  nl score
  de Punkte
  fr score
player
  nl speler
  de Spieler
  fr joueur
wins
  nl wint
  de gewinnt
  fr gagne
pass
  nl passen
  de passen
  fr passer
done
  nl klaar
  de fertig
  fr terminé
yes
  nl ja
  de ja
  fr oui
no
  nl nee
  de nein
  fr non
none
  nl geen
  de keine
  fr aucun
nothing
  nl niets
  de nichts
  fr rien
something
  nl iets
  de etwas
  fr quelque chose
the bank
  nl de bank
  de die Bank
  fr la banque
the rest
  nl de rest
  de der Rest
  fr le reste
the box
  nl de doos
  de die Schachtel
  fr la boîte
Choose
  nl Kies
  de Wähle
  fr Choisissez
What do you do?
  nl Wat doe je?
  de Was tust du?
  fr Que faites-vous ?
Anything else?
  nl Nog iets?
  de Noch etwas?
  fr Autre chose ?
{name} of {owner}
  nl {name} van {owner}
  de {name} von {owner}
  fr {name} de {owner}
{player} makes a choice
  nl {player} kiest iets
  de {player} trifft eine Wahl
  fr {player} fait un choix
{player}: {option}
  fr {player} : {option}
{amount} {thing}: {payer} → {payee}
  fr {amount} {thing} : {payer} → {payee}
{payer} pays {amount} to {payee}
  nl {payer} betaalt {amount} aan {payee}
  de {payer} zahlt {amount} an {payee}
  fr {payer} paie {amount} à {payee}
revealed: {what}
  nl getoond: {what}
  de aufgedeckt: {what}
  fr révélé : {what}
revealed to {player}: {what}
  nl getoond aan {player}: {what}
  de {player} gezeigt: {what}
  fr révélé à {player} : {what}
{zone} is shuffled
  nl {zone} wordt geschud
  de {zone} wird gemischt
  fr {zone} : mélange
{zone} is made anew from {source}
  nl {zone} wordt opnieuw gemaakt van {source}
  de {zone} wird neu gebildet aus {source}
  fr {zone} : refait à partir de {source}
the game is over: {reason}
  nl het spel is afgelopen: {reason}
  de das Spiel ist zu Ende: {reason}
  fr la partie est finie : {reason}
the last round was played
  nl de laatste ronde is gespeeld
  de die letzte Runde ist gespielt
  fr la dernière manche est jouée
it is offered
  nl het staat erbij
  de es steht zur Wahl
  fr c'est proposé
it can not be done now
  nl dat kan nu niet
  de das geht jetzt nicht
  fr ce n'est pas possible maintenant
this choice must be made
  nl hier moet gekozen worden
  de hier muss gewählt werden
  fr il faut choisir ici
it is for the player whose turn it is
  nl het is voor wie aan de beurt is
  de es ist für den, der am Zug ist
  fr c'est au joueur dont c'est le tour
this decision can not be interrupted
  nl deze keuze kan niet onderbroken worden
  de diese Wahl kann nicht unterbrochen werden
  fr ce choix ne peut pas être interrompu
you do not hold the card
  nl je hebt de kaart niet
  de du hast die Karte nicht
  fr vous n'avez pas la carte
there is nothing to choose
  nl er valt niets te kiezen
  de es gibt nichts zu wählen
  fr il n'y a rien à choisir
there would be nothing left to choose here
  nl er bleef hier niets te kiezen over
  de hier bliebe nichts zu wählen
  fr il ne resterait rien à choisir ici
this pays more than there is
  nl dit kost meer dan er is
  de das kostet mehr, als da ist
  fr cela coûte plus qu'il n'y en a
h is for help
  nl h geeft hulp
  de h zeigt die Hilfe
  fr h affiche l'aide
more options
  nl meer keuzes
  de weitere Möglichkeiten
  fr d'autres choix
more options, where there are too many for the screen
  nl meer keuzes, als er te veel zijn voor het scherm
  de weitere Möglichkeiten, wenn es für den Bildschirm zu viele sind
  fr d'autres choix, s'il y en a trop pour l'écran
at any time:
  nl altijd:
  de jederzeit:
  fr à tout moment :
on turn
  nl aan de beurt
  de am Zug
  fr à son tour
on top {card}
  nl bovenop {card}
  de obenauf {card}
  fr sur le dessus {card}
shown: {cards}
  nl getoond: {cards}
  de gezeigt: {cards}
  fr montré : {cards}
1 card
  nl 1 kaart
  de 1 Karte
  fr 1 carte
{count} cards
  nl {count} kaarten
  de {count} Karten
  fr {count} cartes
and {count} more
  nl en nog {count}
  de und {count} weitere
  fr et {count} de plus
Hand the screen to {player}, press Enter.
  nl Geef het scherm aan {player}; druk op Enter.
  de Gib {player} den Bildschirm; drücke Enter.
  fr Passez l'écran à {player} ; appuyez sur Entrée.
That could be: {options}.
  nl Dat kan zijn: {options}.
  de Das könnte sein: {options}.
  fr Cela peut être : {options}.
That is no option. Type a number, a word of an option, or h for help.
  nl Dat staat er niet bij. Typ een nummer, een woord van een keuze, of h voor hulp.
  de Das steht nicht zur Wahl. Tippe eine Nummer, ein Wort einer Wahl, oder h für Hilfe.
  fr Ce n'est pas proposé. Tapez un numéro, un mot d'un choix, ou h pour l'aide.
Choose by number, by key or by the start of an option. Or:
  nl Kies met een nummer, een sleutel of het begin van een keuze. Of:
  de Wähle mit einer Nummer, einem Schlüssel oder dem Anfang einer Wahl. Oder:
  fr Choisissez par un numéro, une clé ou le début d'un choix. Ou :
take your last choice back
  nl je laatste keuze terugnemen
  de die letzte Wahl zurücknehmen
  fr reprendre votre dernier choix
why not KEY: why something can not be chosen
  nl why not KEUZE: waarom iets niet gekozen kan worden
  de why not WAHL: warum etwas nicht gewählt werden kann
  fr why not CHOIX : pourquoi un choix est impossible
what happened so far
  nl wat er tot nu toe gebeurde
  de was bisher geschah
  fr ce qui s'est passé
the table again
  nl nog eens de tafel
  de noch einmal der Tisch
  fr revoir la table
save FILE: keep the game for later
  nl save BESTAND: het spel bewaren voor later
  de save DATEI: das Spiel für später aufheben
  fr save FICHIER : garder la partie pour plus tard
this list
  nl deze lijst
  de diese Liste
  fr cette liste
leave the game
  nl het spel verlaten
  de das Spiel verlassen
  fr quitter la partie
Say what: w KEY, such as w pass.
  nl Zeg wat: w KEUZE, bijvoorbeeld w pass.
  de Sag was: w WAHL, zum Beispiel w pass.
  fr Dites quoi : w CHOIX, par exemple w pass.
Say where: s FILE.
  nl Zeg waar: s BESTAND.
  de Sag wo: s DATEI.
  fr Dites où : s FICHIER.
{path} can not be written: {reason}
  nl {path} kan niet geschreven worden: {reason}
  de {path} kann nicht geschrieben werden: {reason}
  fr {path} ne peut pas être écrit : {reason}
saved; go on with: {command}
  nl bewaard; ga verder met: {command}
  de gesichert; weiter mit: {command}
  fr gardé ; continuez avec : {command}
{path} is there already and is no save
  nl {path} bestaat al en is geen bewaard spel
  de {path} gibt es schon und ist kein gesichertes Spiel
  fr {path} existe déjà et n'est pas une partie gardée
The rules have changed since; all {count} choices can still be made. Go on under them? (y/n)
  nl De regels zijn sindsdien veranderd; alle {count} keuzes kunnen nog steeds gemaakt worden. Daarmee verdergaan? (y/n)
  de Die Regeln haben sich seitdem geändert; alle {count} Wahlen sind noch möglich. Mit ihnen weitermachen? (y/n)
  fr Les règles ont changé depuis ; les {count} choix sont encore possibles. Continuer avec elles ? (y/n)
{path} holds a game that is not over. Go on with it? (y/n)
  nl {path} bevat een spel dat niet af is. Daarmee verdergaan? (y/n)
  de {path} enthält ein Spiel, das nicht zu Ende ist. Damit weitermachen? (y/n)
  fr {path} contient une partie inachevée. La continuer ? (y/n)
There is nothing to take back.
  nl Er is niets om terug te nemen.
  de Es gibt nichts zurückzunehmen.
  fr Il n'y a rien à reprendre.
That can not be taken back: {reason}.
  nl Dat kan niet teruggenomen worden: {reason}.
  de Das kann nicht zurückgenommen werden: {reason}.
  fr Cela ne peut pas être repris : {reason}.
taken back
  nl teruggenomen
  de zurückgenommen
  fr repris
{player} has chosen since your last choice
  nl {player} heeft sinds je laatste keuze gekozen
  de {player} hat seit deiner letzten Wahl gewählt
  fr {player} a choisi depuis votre dernier choix
chance has decided since
  nl het toeval heeft sindsdien beslist
  de der Zufall hat seitdem entschieden
  fr le hasard a décidé depuis
something hidden was revealed since
  nl er is sindsdien iets verborgens getoond
  de etwas Verborgenes wurde seitdem gezeigt
  fr quelque chose de caché a été montré depuis
hidden cards were seen since
  nl er zijn sindsdien verborgen kaarten gezien
  de verborgene Karten wurden seitdem gesehen
  fr des cartes cachées ont été vues depuis
The game was not saved; play with --save FILE to keep it.
  nl Het spel is niet bewaard; speel met --save BESTAND om het te houden.
  de Das Spiel ist nicht gesichert; spiele mit --save DATEI, um es zu behalten.
  fr La partie n'est pas gardée ; jouez avec --save FICHIER pour la garder.
{player} wins: {reason}.
  nl {player} wint: {reason}.
  de {player} gewinnt: {reason}.
  fr {player} gagne : {reason}.
{players} and {player} share the win: {reason}.
  nl {players} en {player} winnen samen: {reason}.
  de {players} und {player} gewinnen gemeinsam: {reason}.
  fr {players} et {player} gagnent ensemble : {reason}.
"""


def read(book: str) -> Mapping[str, Mapping[str, str]]:
    """For each language, the texts and what they are there."""
    found: dict[str, dict[str, str]] = {}
    text = ""
    for line in filter(None, book.splitlines()):
        if not line.startswith("  "):
            text = line
            continue
        language, _, said = line[2:].partition(" ")
        found.setdefault(language, {})[text] = said
    return found


PHRASES = read(BOOK)

# What parts thousands; a point in all other languages.
THOUSANDS = {"en": ",", "fr": "\u202f"}
LARGE = 10_000


def parted(value: int, language: str) -> str:
    """A number with its thousands parted."""
    return f"{value:,}".replace(",", THOUSANDS.get(language, "."))
